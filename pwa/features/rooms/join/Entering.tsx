import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LoginForm } from '#pwa/features/auth/LoginForm.tsx'
import { PasskeyLogin } from '#pwa/features/auth/PasskeyLogin.tsx'
import { type SentEmail, SentScreen } from '#pwa/features/auth/SentScreen.tsx'
import { SignUpForm } from '#pwa/features/auth/SignUpForm.tsx'
import { SocialLogins } from '#pwa/features/auth/SocialLogins.tsx'
import { setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

/** Sign-up by an email address first, and the login for those who have an account. */
export function Entering({ path }: { path: string | undefined }) {
  const { pathname, search, hash } = useLocation()
  const back = path ?? pathname + search + hash
  const [isKnown, setKnown] = useState(false)
  const [sent, setSent] = useState<SentEmail | null>(null)
  const paused = usePaused('sign_up')
  // For the ways that leave the page: an email's link, a social login, a forgotten password.
  useEffect(() => setRedirectAfterLogin(back), [back])
  if (sent) return <SentScreen sent={sent} heading="h3" />
  if (isKnown)
    return (
      <>
        <h3>ログイン</h3>
        <LoginForm />
        <PasskeyLogin />
        <SocialLogins />
        <Button wide variant="quiet" onClick={() => setKnown(false)}>
          はじめての方はこちら
        </Button>
      </>
    )
  return (
    <>
      <h3>はじめての方</h3>
      {paused ? <Paused name="sign_up" /> : <SignUpForm onSent={setSent} />}
      <Button wide variant="secondary" onClick={() => setKnown(true)}>
        登録済みの方（ログイン）
      </Button>
      <SocialLogins />
    </>
  )
}
