import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { isLocalPath } from '#contract/shared/rules.ts'
import { EmailChange } from '#pwa/features/auth/EmailChange.tsx'
import { LinkFailed } from '#pwa/features/auth/LinkFailed.tsx'
import { PageSubject } from '#pwa/features/auth/PageSubject.tsx'
import { SignUpEnd } from '#pwa/features/auth/SignUpEnd.tsx'
import { useMailedLink } from '#pwa/features/auth/useMailedLink.ts'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** The target of mailed links: of a sign-up, which logs in, and of a changed email address. */
export function VerifyMailPage() {
  const user = useUser()
  const [done, setDone] = useState<'entered' | 'changed' | null>(null)
  const { link, facts } = useMailedLink()
  if (done === 'entered') return <Navigate to={pageAfter(facts.data?.next)} replace />
  if (done === 'changed') return <Changed isIn={user !== null} />
  if (facts.error)
    return <LinkFailed error={facts.error} again={user ? paths.settingEmail : paths.signup} />
  if (!facts.data) return <SpinnerScreen text="リンクを確認しています" />
  const props = { link, facts: facts.data, onDone: setDone }
  const isNew = facts.data.purpose === 'sign_up'
  return (
    <>
      <Topbar title={isNew ? '登録の完了' : 'メールアドレスの変更'} back={paths.login} />
      {isNew ? (
        <SignUpEnd {...props}>
          <PageSubject path={facts.data.next ?? ''} />
        </SignUpEnd>
      ) : (
        <EmailChange {...props} />
      )}
    </>
  )
}

/** The page from which the person signed up, or the welcome page if that was the home page. */
const pageAfter = (next: string | null | undefined) =>
  next && next !== paths.home && isLocalPath(next) ? next : paths.completed

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
