import { Devices } from '#pwa/features/account/Devices.tsx'
import { Passkeys } from '#pwa/features/account/Passkeys.tsx'
import { PasswordForm } from '#pwa/features/account/PasswordForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PasswordPage = () => (
  <Screen title="パスワードと端末" back={paths.account}>
    <Devices />
    <Passkeys />
    <PasswordForm />
  </Screen>
)
