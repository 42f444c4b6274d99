import { useState } from 'react'
import { Link } from 'react-router-dom'
import css from '#pwa/features/auth/Form.module.css'
import { PageSubject } from '#pwa/features/auth/PageSubject.tsx'
import { type SentEmail, SentScreen } from '#pwa/features/auth/SentScreen.tsx'
import { SignUpForm } from '#pwa/features/auth/SignUpForm.tsx'
import { SocialLogins } from '#pwa/features/auth/SocialLogins.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useRedirectAfterLogin } from '#pwa/lib/useRedirectAfterLogin.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'

export function SignupPage() {
  const [sent, setSent] = useState<SentEmail | null>(null)
  const paused = usePaused('sign_up')
  const path = useRedirectAfterLogin()
  if (sent) return <SentScreen sent={sent} />
  return (
    <>
      <Topbar title={PAGE_NAMES['/signup']} back={paths.login} />
      {paused ? (
        <Paused name="sign_up" />
      ) : (
        <>
          <PageSubject path={path} />
          <SignUpForm onSent={setSent} />
          <SocialLogins />
        </>
      )}
      <p className={css.join}>
        登録済みの方は
        <Link className="link" to={paths.login}>
          {PAGE_NAMES['/login']}
        </Link>
      </p>
    </>
  )
}
