import { Navigate } from 'react-router-dom'
import { LinkFailed } from '#pwa/features/auth/LinkFailed.tsx'
import { useSignedLink } from '#pwa/features/auth/useSignedLink.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { SpinnerScreen } from '#pwa/ui/SpinnerScreen.tsx'

/** The mailed link of a sign-up arrives here; it logs in. */
export function VerifyMailPage() {
  const session = useSession()
  const progress = useSignedLink((link) => session.verifyMail(link))
  if (progress.at === 'checking') return <SpinnerScreen text="メールアドレスを確認しています" />
  if (progress.at === 'done') return <Navigate to={paths.completed} replace />
  return <LinkFailed error={progress.error} again={paths.signup} />
}
