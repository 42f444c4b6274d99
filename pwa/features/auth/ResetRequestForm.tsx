import { auth } from '#contract/auth.ts'
import { useCall } from '#pwa/lib/api.ts'
import { useForm } from '#pwa/lib/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import css from './Form.module.css'

/** Asks for the mail that leads to a new password. */
export function ResetRequestForm({ onSent }: { onSent: (message: string) => void }) {
  const call = useCall()
  const form = useForm({
    initial: { email: '' },
    send: (body) => call(auth.requestReset, { body }),
    onDone: ({ message }) => onSent(message),
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
        hint="ご登録のメールアドレスに、再設定のリンクを送ります"
        require
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        {...form.field('email')}
      />
      <Button type="submit" wide busy={form.busy}>
        リンクを送る
      </Button>
      <Button wide variant="quiet" to={paths.login}>
        ログインへ戻る
      </Button>
    </form>
  )
}
