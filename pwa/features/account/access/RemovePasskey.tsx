import { type Passkey, passkeys } from '#contract/passkeys/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface RemovePasskeyProps {
  passkey: Passkey
  /** As entered for an earlier removal, or empty. */
  password: string
  onRemoved: (password: string) => void
  onClose: () => void
}

/** Asks for the password, as adding does. */
export function RemovePasskey({ passkey, password, onRemoved, onClose }: RemovePasskeyProps) {
  const remove = useSend(passkeys.removePasskey, { refresh: [passkeys.listPasskeys] })
  const form = useForm({
    initial: { password },
    async send(body) {
      await remove.mutateAsync({ params: { id: passkey.id }, body })
      return body.password
    },
    onDone(accepted) {
      onRemoved(accepted)
      onClose()
      showToast('パスキーを削除しました')
    },
  })
  return (
    <Sheet
      open
      title="このパスキーを削除しますか？"
      onClose={() => {
        if (!form.busy) onClose()
      }}
    >
      <form className="stack" onSubmit={form.submit} noValidate>
        <p>
          「{passkey.name}
          」ではログインできなくなります。端末に残っているパスキーは、端末の設定から削除してください。
        </p>
        <FormProblem>{form.message}</FormProblem>
        <CurrentPassword label="いまのパスワード" enterKeyHint="go" {...form.field('password')} />
        <Button type="submit" wide variant="danger" busy={form.busy}>
          削除する
        </Button>
      </form>
    </Sheet>
  )
}
