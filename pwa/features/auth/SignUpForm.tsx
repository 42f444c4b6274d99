import { auth } from '#contract/auth/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { pageOfEmail } from '#pwa/lib/page-of-email.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import type { SentEmail } from './SentScreen.tsx'
import { useTypedEmail } from './useTypedEmail.ts'

interface SignUpFormProps {
  /** Called with the message to show once the email was sent. */
  onSent: (sent: SentEmail) => void
}

/** Begins a sign-up: only the address. The emailed link asks for the name, and leads to what the person came for. */
export function SignUpForm({ onSent }: SignUpFormProps) {
  const call = useCall()
  const form = useForm({
    initial: { email: '' },
    async send({ email }) {
      const body = { email, next: pageOfEmail() }
      const ask = () => call(auth.signUp, { body })
      return { ...(await ask()), again: ask }
    },
    onDone: onSent,
  })
  useTypedEmail(form)
  return (
    <AuthForm form={form} submit="確認メールを送る">
      <EmailInput
        hint="届いたメールのリンクを開くと、ここに戻って続けられます"
        placeholder="name@example.jp"
        enterKeyHint="send"
        {...form.field('email')}
      />
    </AuthForm>
  )
}
