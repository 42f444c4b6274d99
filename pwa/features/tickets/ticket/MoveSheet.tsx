import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeys } from '#contract/passkeys/calls.ts'
import { PASSKEY_FAILED } from '#contract/passkeys/messages.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { MOVE_CODE } from '#contract/tickets/limits.ts'
import { useCall, useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { knowsPasskeys, signWithPasskey } from '#pwa/lib/passkey.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { useSecondsUntil } from '#pwa/ui/useSecondsUntil.ts'
import { type DeviceBinding, needsProof } from './useTicketCode.ts'

interface MoveSheetProps {
  issued: IssuedTicket
  binding: DeviceBinding
  onClose: () => void
}

/** Shows the ticket on this device: after its release by the old one, or with a proof of who asks. */
export function MoveSheet({ issued, binding, onClose }: MoveSheetProps) {
  const hours = issued.ticket.move_wait_hours ?? 0
  return (
    <Sheet open title="この端末で表示する" onClose={onClose}>
      <div className="stack">
        <p className="small muted">
          切り替えると、前の端末のコードは使えなくなります。無料ですが、切り替えは1日に5回までです。
        </p>
        <Released binding={binding} onClose={onClose} />
        <h3 className="small">前の端末がお手元にないとき</h3>
        <p className="small">
          ご本人の確認が必要です。
          {hours > 0
            ? `確認から${hours}時間たつと、この端末で表示できます。`
            : '確認できると、すぐにこの端末で表示できます。'}
        </p>
        <ByPasskey binding={binding} onClose={onClose} />
        <ByEmail id={issued.id} binding={binding} onClose={onClose} />
      </div>
    </Sheet>
  )
}

type PartProps = Pick<MoveSheetProps, 'binding' | 'onClose'>

const NOT_RELEASED =
  '前の端末では、まだ手放されていません。前の端末で「ほかの端末へ移す」を押してから、もう一度お試しください。'

function Released({ binding, onClose }: PartProps) {
  const { isPending, error, mutate } = useMutation({
    mutationFn: () =>
      binding.bindWith({}).catch((error: unknown) => {
        throw needsProof(error) ? new Error(NOT_RELEASED) : error
      }),
    onSuccess: onClose,
  })
  return (
    <>
      <h3 className="small">前の端末がお手元にあるとき</h3>
      <p className="small">
        前の端末でこのチケットを開き、「端末を変える」の「ほかの端末へ移す」を押してください。そのあと、次のボタンですぐに表示できます。
      </p>
      <Button wide variant="secondary" busy={isPending} onClick={() => mutate()}>
        前の端末で手放した
      </Button>
      {error && <FieldError id="release-error">{error.message}</FieldError>}
    </>
  )
}

/** Nothing for a person without a passkey. */
function ByPasskey({ binding, onClose }: PartProps) {
  const call = useCall()
  const { data: known = [] } = useLoad(passkeys.listPasskeys, {})
  const { isPending, error, mutate } = useMutation({
    async mutationFn() {
      const options = await call(passkeys.startPasskeyProof, {})
      const { signal } = new AbortController()
      // A browser's own message is in English, for developers.
      const passkey = await signWithPasskey(options, { signal, mediation: 'optional' }).catch(
        () => null,
      )
      if (!passkey) throw new Error(PASSKEY_FAILED)
      await binding.bindWith({ passkey })
    },
    onSuccess: onClose,
  })
  if (known.length === 0 || !knowsPasskeys()) return null
  return (
    <>
      <Button wide variant="secondary" icon="lock" busy={isPending} onClick={() => mutate()}>
        パスキーで確認する
      </Button>
      {error && <FieldError id="passkey-error">{error.message}</FieldError>}
    </>
  )
}

const isFresh = (sentAt: number) => Date.now() - sentAt < MOVE_CODE.lifeS * 1000

function ByEmail({ id, binding, onClose }: PartProps & { id: string }) {
  const email = useUser()?.email
  const form = useForm({
    // The instant is kept, as a phone may discard the page while its user reads the email.
    initial: { code: '', sentAt: 0 },
    draft: { kind: 'moveCode', id },
    send: ({ code }) => binding.bindWith({ code }),
    onDone: onClose,
  })
  const isSent = isFresh(form.values.sentAt)
  const [pausedUntil, setPausedUntil] = useState(0)
  const { isPending, error, mutate } = useMutation({
    mutationFn: binding.sendCode,
    onSuccess() {
      if (isSent) showToast('もう一度送りました')
      form.set({ sentAt: Date.now() })
      setPausedUntil(performance.now() + MOVE_CODE.againS * 1000)
    },
  })
  const sendError = error && <FieldError id="send-error">{error.message}</FieldError>
  if (!isSent)
    return (
      <>
        <Button wide variant="secondary" icon="mail" busy={isPending} onClick={() => mutate()}>
          メールで確認コードを受け取る
        </Button>
        {sendError}
      </>
    )
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <p className="small">
        {email} に、確認コードを送りました。{MOVE_CODE.lifeS / 60}
        分以内に入力してください。届かないときは、迷惑メールのフォルダーもお確かめください。
      </p>
      <TextInput
        label="確認コード"
        hint={`メールに書かれた${MOVE_CODE.digits}桁の数字です`}
        require
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="send"
        {...form.field('code')}
      />
      {form.message && !form.errorOf('code') && (
        <FieldError id="code-error">{form.message}</FieldError>
      )}
      <Button type="submit" wide busy={form.busy} disabled={form.values.code.trim() === ''}>
        確認して切り替える
      </Button>
      <Resend until={pausedUntil} busy={isPending} onSend={() => mutate()} />
      {sendError}
    </form>
  )
}

/** Disabled for a moment after each email. */
function Resend({ until, busy, onSend }: { until: number; busy: boolean; onSend: () => void }) {
  const seconds = useSecondsUntil(until)
  return (
    <Button wide variant="quiet" disabled={seconds > 0} busy={busy} onClick={onSend}>
      {seconds > 0 ? `もう一度送る（あと${seconds}秒）` : 'もう一度送る'}
    </Button>
  )
}
