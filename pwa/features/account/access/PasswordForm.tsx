import { auth } from '#contract/auth/calls.ts'
import { PASSWORD_MIN } from '#contract/auth/limits.ts'
import { credentials } from '#contract/credentials/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const EMPTY = { current_password: '', password: '' }

/** Changes the password: this device stays logged in, all others are logged out. */
export function PasswordForm() {
  const change = useSend(credentials.changePassword, { refresh: [auth.listSessions] })
  const form = useForm({
    initial: EMPTY,
    send: (body) => change.mutateAsync({ body }),
    onDone() {
      form.set(EMPTY)
      showToast('パスワードを変更しました')
    },
  })
  return (
    <Section title="パスワードを変更する">
      <form className="stack" onSubmit={form.submit} noValidate>
        <FormProblem>{form.message}</FormProblem>
        <CurrentPassword label="いまのパスワード" {...form.field('current_password')} />
        <PasswordInput
          label="新しいパスワード"
          hint={`${PASSWORD_MIN}文字以上。変更すると、ほかの端末からログアウトします。`}
          require
          autoComplete="new-password"
          {...form.field('password')}
        />
        <Button type="submit" wide busy={form.busy}>
          変更する
        </Button>
        <Button wide variant="quiet" icon="mail" to={paths.resetPassword}>
          忘れたので、メールで再設定する
        </Button>
      </form>
    </Section>
  )
}
