import { Devices } from '#pwa/features/account/Devices.tsx'
import { PasswordFacts } from '#pwa/features/account/PasswordFacts.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PasswordPage = () => (
  <Screen title="パスワードと端末" back={paths.account}>
    <Devices />
    <PasswordFacts />
  </Screen>
)
