import { auth } from '#contract/auth/calls.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { EmailInput } from './EmailInput.tsx'
import { useTypedEmail } from './useTypedEmail.ts'

interface LoginFormProps {
  /** Replaces the login call. */
  send?: (credentials: { email: string; password: string }) => Promise<void>
  submit?: string
  onDone?: () => void
}

/** Logs in; the guard of the login page then redirects to the page that asked for it. */
export function LoginForm({ send, submit = 'ログイン', onDone = () => {} }: LoginFormProps) {
  const session = useSession()
  const form = useForm({
    initial: { email: '', password: '' },
    send: send ?? (async (body) => session.admit(await session.call(auth.login, { body }))),
    onDone,
  })
  useTypedEmail(form)
  return (
    <AuthForm
      form={form}
      submit={submit}
      below={
        <Button wide variant="quiet" to={paths.resetPassword}>
          パスワードを忘れたとき
        </Button>
      }
    >
      <EmailInput enterKeyHint="next" autoComplete="username webauthn" {...form.field('email')} />
      <CurrentPassword enterKeyHint="go" {...form.field('password')} />
    </AuthForm>
  )
}
