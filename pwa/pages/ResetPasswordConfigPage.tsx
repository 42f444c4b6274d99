import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { credentials } from '#contract/credentials/calls.ts'
import { NewPasswordForm } from '#pwa/features/auth/NewPasswordForm.tsx'
import { reviewLogins } from '#pwa/features/auth/review-logins.ts'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { redirectAfterLogin, setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Requires the reset token of a mailed link; not found without it. */
export function ResetPasswordConfigPage() {
  const navigate = useNavigate()
  const [isSet, setIsSet] = useState(false)
  // The token is consumed by the reset: loading it again before the redirect would show "not found".
  const token = useLoad(credentials.hasResetToken, {}, { enabled: !isSet })
  const session = useSession()
  const done = async () => {
    setIsSet(true)
    // The reset ended all sessions: the refresh logs out a user who still seems to be logged in.
    await session.refresh().catch(console.error)
    // Somebody else may have added a login method before.
    setRedirectAfterLogin(reviewLogins(redirectAfterLogin()))
    showToast('パスワードを変更しました。新しいパスワードでログインしてください。')
    void navigate(paths.login, { replace: true })
  }
  return (
    <Loaded of={token}>
      {() => (
        <>
          <Topbar title="新しいパスワード" back={paths.login} />
          <NewPasswordForm onDone={() => void done()} />
        </>
      )}
    </Loaded>
  )
}
