import { Navigate } from 'react-router-dom'
import { credentials } from '#contract/credentials.ts'
import { LinkFailed } from '#pwa/features/auth/LinkFailed.tsx'
import { useSignedLink } from '#pwa/features/auth/useSignedLink.ts'
import { useCall } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { SpinnerScreen } from '#pwa/ui/SpinnerScreen.tsx'

/** The mailed link to a new password arrives here. */
export function PrePasswordConfigPage() {
  const call = useCall()
  const progress = useSignedLink((link) => call(credentials.verifyReset, { body: link }))
  if (progress.at === 'checking') return <SpinnerScreen text="リンクを確認しています" />
  if (progress.at === 'done') return <Navigate to={paths.resetPasswordConfig} replace />
  return <LinkFailed error={progress.error} again={paths.resetPassword} />
}
