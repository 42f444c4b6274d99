import { useForm } from '#pwa/lib/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'

/** Logs in, then leads where one was going. */
export function LoginForm() {
  const session = useSession()
  const form = useForm({
    initial: { email: '', password: '' },
    send: session.login,
    // The login page is no place for members: its guard leads on.
    onDone: () => {},
    onRefused: focusFirstError,
  })
  return (
    <AuthForm
      form={form}
      submit="ログイン"
      below={
        <Button wide variant="quiet" to={paths.resetPassword}>
          パスワードを忘れたとき
        </Button>
      }
    >
      <EmailInput enterKeyHint="next" {...form.field('email')} />
      <PasswordInput
        label="パスワード"
        require
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        {...form.field('password')}
      />
    </AuthForm>
  )
}
