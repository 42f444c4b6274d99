import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { LinkFailed } from '#pwa/features/auth/LinkFailed.tsx'
import { useSignedLink } from '#pwa/features/auth/useSignedLink.ts'
import { verifyMail } from '#pwa/features/auth/verify-mail.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession, useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { SpinnerScreen } from '#pwa/ui/SpinnerScreen.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** Mailed links arrive here: that of a sign-up, which logs in, and that of a changed address. */
export function VerifyMailPage() {
  const session = useSession()
  const user = useUser()
  const [entered, setEntered] = useState(false)
  const progress = useSignedLink(async (link) => setEntered(await verifyMail(session, link)))
  if (progress.at === 'checking') return <SpinnerScreen text="メールアドレスを確認しています" />
  if (progress.at === 'failed')
    return <LinkFailed error={progress.error} again={user ? paths.settingEmail : paths.signup} />
  return entered ? <Navigate to={paths.completed} replace /> : <Changed isIn={user !== null} />
}

const Changed = ({ isIn }: { isIn: boolean }) => (
  <StateScreen
    kind="empty"
    heading="h1"
    title="メールアドレスを変更しました"
    text="これからは、新しいメールアドレスでログインしてください。"
    actions={
      <Button to={isIn ? paths.settingEmail : paths.login}>
        {isIn ? 'アカウントへ' : 'ログインへ'}
      </Button>
    }
  />
)
