import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Devices } from '#pwa/features/account/access/Devices.tsx'
import { Passkeys } from '#pwa/features/account/access/Passkeys.tsx'
import { PasswordForm } from '#pwa/features/account/access/PasswordForm.tsx'
import { labelOfReturn, pageAfterReview } from '#pwa/features/auth/review-logins.ts'
import { LinkedLogins } from '#pwa/features/social/LinkedLogins.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

const PageSubject = lazyComponent(
  async () => (await import('#pwa/features/auth/PageSubject.tsx')).PageSubject,
)

/** After a reset, all that can log in is shown first, as somebody else may have added something; then one goes on. */
export function PasswordPage() {
  const { search, hash } = useLocation()
  const next = pageAfterReview(hash)
  if (!new URLSearchParams(search).has('reset'))
    return (
      <Screen title="パスワードと端末" back={paths.account}>
        <Devices />
        <Passkeys />
        <PasswordForm />
      </Screen>
    )
  return (
    <Screen title="ログイン方法の確認" back={paths.account}>
      <div className="stack">
        <Alert role="status">
          パスワードを変更し、ほかの端末からログアウトしました。下に心当たりのないものがあれば、削除または解除してください。
        </Alert>
        {next && (
          <>
            <Suspense>
              <PageSubject path={next} />
            </Suspense>
            <Button wide to={next}>
              {labelOfReturn(next)}
            </Button>
          </>
        )}
      </div>
      <Passkeys />
      <LinkedLogins />
      <Devices />
    </Screen>
  )
}
