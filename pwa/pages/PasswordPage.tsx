import { Devices } from '#pwa/features/account/access/Devices.tsx'
import { Passkeys } from '#pwa/features/account/access/Passkeys.tsx'
import { PasswordForm } from '#pwa/features/account/access/PasswordForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PasswordPage = () => (
  <Screen title="パスワードと端末" back={paths.account}>
    <Devices />
    <Passkeys />
    <PasswordForm />
  </Screen>
)
