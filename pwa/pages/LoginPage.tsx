import { Link } from 'react-router-dom'
import { AuthHead } from '#pwa/features/auth/AuthHead.tsx'
import css from '#pwa/features/auth/Form.module.css'
import { LoginForm } from '#pwa/features/auth/LoginForm.tsx'
import { PasskeyLogin } from '#pwa/features/auth/PasskeyLogin.tsx'
import { SocialLogins } from '#pwa/features/auth/SocialLogins.tsx'
import { PageSubject } from '#pwa/features/events/PageSubject.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useRedirectAfterLogin } from '#pwa/lib/useRedirectAfterLogin.ts'

export const LoginPage = () => (
  <>
    <h1 className="sr">ログイン</h1>
    <AuthHead>おかえりなさい。今夜も、あの人の部屋で。</AuthHead>
    <PageSubject path={useRedirectAfterLogin()} />
    <LoginForm />
    <PasskeyLogin />
    <SocialLogins />
    <p className={css.join}>
      はじめての方は
      <Link className="link" to={paths.signup}>
        新規登録
      </Link>
    </p>
  </>
)
