import { PASSWORD_MIN } from '#contract/auth/limits.ts'
import { credentials } from '#contract/credentials/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { AuthForm } from './AuthForm.tsx'

/** Sets a new password with a mailed link. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const call = useCall()
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    send: (body) => call(credentials.setPassword, { body }),
    onDone,
  })
  return (
    <AuthForm form={form} submit="パスワードを変更する">
      <PasswordInput
        label="新しいパスワード"
        hint={`${PASSWORD_MIN}文字以上`}
        require
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordInput
        label="新しいパスワード（確認）"
        require
        autoComplete="new-password"
        {...form.field('password_confirmation')}
      />
    </AuthForm>
  )
}
