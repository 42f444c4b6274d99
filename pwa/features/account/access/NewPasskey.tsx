import { passkeys } from '#contract/passkeys/calls.ts'
import { PASSKEY_NAME_MAX } from '#contract/passkeys/limits.ts'
import { PASSKEY_FAILED } from '#contract/passkeys/messages.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { useCall, useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { makePasskey } from '#pwa/lib/passkey.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Asks for the password, then creates the passkey on the device. */
export function NewPasskey({ onClose }: { onClose: () => void }) {
  const call = useCall()
  const add = useSend(passkeys.addPasskey, { refresh: [passkeys.listPasskeys] })
  const form = useForm({
    initial: { password: '', name: '' },
    draft: { kind: 'passkey', id: null },
    async send({ password, name }) {
      const options = await call(passkeys.startPasskey, { body: { password } })
      const credential = await makePasskey(options).catch(unlessHadAlready)
      if (!credential) throw new Error('パスキーは追加されませんでした。もう一度お試しください。')
      return add.mutateAsync({ body: { credential, ...(name && { name }) } })
    },
    onDone() {
      onClose()
      showToast('パスキーを追加しました')
    },
  })
  return (
    <Sheet open title="パスキーを追加する" onClose={() => !form.busy && onClose()}>
      <form className="stack" onSubmit={form.submit} noValidate>
        <FormProblem>{form.message}</FormProblem>
        <CurrentPassword {...form.field('password')} />
        <TextInput
          label="パスキーの名前"
          hint="空欄のときは、端末の名前になります。"
          maxCount={PASSKEY_NAME_MAX}
          {...form.field('name')}
        />
        <Button type="submit" wide busy={form.busy}>
          次へ
        </Button>
      </form>
    </Sheet>
  )
}

/** The device has a passkey for this account already (WebAuthn 3, 5.1.3). */
function unlessHadAlready(error: unknown): never {
  const hadAlready = error instanceof DOMException && error.name === 'InvalidStateError'
  throw new Error(hadAlready ? 'この端末のパスキーは、すでに登録されています。' : PASSKEY_FAILED)
}
