import { useForm } from '#pwa/lib/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import css from './Form.module.css'

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
    <form className={css.form} onSubmit={form.submit} noValidate>
      {form.message && (
        <Notice tone="danger" role="alert">
          {form.message}
        </Notice>
      )}
      <TextInput
        label="メールアドレス"
        require
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        {...form.field('email')}
      />
      <PasswordInput
        label="パスワード"
        require
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        {...form.field('password')}
      />
      <Button type="submit" wide busy={form.busy}>
        ログイン
      </Button>
      <Button wide variant="quiet" to={paths.resetPassword}>
        パスワードを忘れたとき
      </Button>
    </form>
  )
}
