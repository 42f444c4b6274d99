import { useSearchParams } from 'react-router-dom'
import { Devices } from '#pwa/features/account/access/Devices.tsx'
import { Passkeys } from '#pwa/features/account/access/Passkeys.tsx'
import { PasswordForm } from '#pwa/features/account/access/PasswordForm.tsx'
import { LinkedLogins } from '#pwa/features/social/LinkedLogins.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

/** After a reset, all that can log in is shown first, as somebody else may have added something. */
export function PasswordPage() {
  const [search] = useSearchParams()
  if (!search.has('reset'))
    return (
      <Screen title="パスワードと端末" back={paths.account}>
        <Devices />
        <Passkeys />
        <PasswordForm />
      </Screen>
    )
  return (
    <Screen title="ログイン方法の確認" back={paths.account}>
      <Alert role="status">
        パスワードを変更し、ほかの端末からログアウトしました。下に心当たりのないものがあれば、削除または解除してください。
      </Alert>
      <Passkeys />
      <LinkedLogins />
      <Devices />
    </Screen>
  )
}
