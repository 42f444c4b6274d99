import { Link } from 'react-router-dom'
import { AuthHead } from '#pwa/features/auth/AuthHead.tsx'
import css from '#pwa/features/auth/Form.module.css'
import { LoginForm } from '#pwa/features/auth/LoginForm.tsx'
import { PageSubject } from '#pwa/features/auth/PageSubject.tsx'
import { PasskeyLogin } from '#pwa/features/auth/PasskeyLogin.tsx'
import { pageAfterLogin } from '#pwa/features/auth/review-logins.ts'
import { SocialLogins } from '#pwa/features/auth/SocialLogins.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useRedirectAfterLogin } from '#pwa/lib/useRedirectAfterLogin.ts'

export function LoginPage() {
  useTitle(PAGE_NAMES['/login'])
  return (
    <>
      <h1 className="sr">{PAGE_NAMES['/login']}</h1>
      <AuthHead>おかえりなさい。今夜も、あの人の部屋で。</AuthHead>
      <PageSubject path={pageAfterLogin(useRedirectAfterLogin())} />
      <LoginForm />
      <PasskeyLogin />
      <SocialLogins />
      <p className={css.join}>
        はじめての方は
        <Link className="link" to={paths.signup}>
          {PAGE_NAMES['/signup']}
        </Link>
      </p>
    </>
  )
}
