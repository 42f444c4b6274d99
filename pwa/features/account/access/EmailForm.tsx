import { EMAIL_SENT } from '#contract/auth/messages.ts'
import { credentials } from '#contract/credentials/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { flags, setFlags } from '#pwa/lib/flags.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { useStore } from '#pwa/lib/store.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

const EMPTY = { email: '', password: '' }

/** Requests a change of the email address; the present one stays until the mailed link is opened. */
export function EmailForm() {
  const call = useCall()
  const isSent = useStore(flags).mail_fix
  const form = useForm({
    initial: EMPTY,
    draft: { kind: 'emailChange', id: null },
    send: (body) => call(credentials.changeEmail, { body }),
    onDone() {
      setFlags({ mail_fix: true })
      form.set(EMPTY)
    },
  })
  return (
    <Section title="メールアドレスを変更する">
      <form className="stack" onSubmit={form.submit} noValidate>
        {isSent && <Alert role="status">{EMAIL_SENT}</Alert>}
        <FormProblem>{form.message}</FormProblem>
        <TextInput
          label="新しいメールアドレス"
          require
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <CurrentPassword label="いまのパスワード" {...form.field('password')} />
        <Button type="submit" wide busy={form.busy}>
          確認のメールを送る
        </Button>
      </form>
    </Section>
  )
}
