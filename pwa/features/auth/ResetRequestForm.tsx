import { credentials } from '#contract/credentials/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { pageOfEmail } from '#pwa/lib/page-of-email.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import type { SentEmail } from './SentScreen.tsx'
import { useTypedEmail } from './useTypedEmail.ts'

/** Requests the email with the password reset link. */
export function ResetRequestForm({ onSent }: { onSent: (sent: SentEmail) => void }) {
  const call = useCall()
  const form = useForm({
    initial: { email: '' },
    async send(body) {
      const ask = () => call(credentials.requestReset, { body: { ...body, next: pageOfEmail() } })
      return { ...(await ask()), again: ask }
    },
    onDone: onSent,
  })
  useTypedEmail(form)
  return (
    <AuthForm
      form={form}
      submit="リンクを送る"
      below={
        <Button wide variant="quiet" to={paths.login}>
          ログインへ戻る
        </Button>
      }
    >
      <EmailInput
        hint="ご登録のメールアドレスに、再設定のリンクを送ります"
        enterKeyHint="send"
        {...form.field('email')}
      />
    </AuthForm>
  )
}
