import { useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { useCall, useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './Tearing.module.css'
import type { PhoneClock } from './usePhoneClock.ts'
import { useShownCode } from './useTicketCode.ts'

const REFRESH = [tickets.getIssued, tickets.listIssued, transfers.listOffers]

interface TransferProps {
  issued: IssuedTicket
  clock: PhoneClock
  /** The server's time, ISO 8601. */
  now: string
}

/** 譲渡: transfer to one person, who has to accept; possible until the doors open. */
export function Transfer({ issued, clock, now }: TransferProps) {
  const canAsk = useSessionState().at === 'member'
  const { no_transfer, opens_at } = issued.ticket
  if (no_transfer || now >= opens_at) return null
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className={css.title}>譲渡</h2>
        {issued.offered_to ? (
          <Offered issued={issued} canAsk={canAsk} />
        ) : (
          <Offering issued={issued} canAsk={canAsk} clock={clock} />
        )}
        {!canAsk && <p className="note muted">譲渡の手続きには、通信が必要です。</p>}
      </div>
    </Card>
  )
}

interface PartProps {
  issued: IssuedTicket
  canAsk: boolean
}

function Offered({ issued: { id, offered_to }, canAsk }: PartProps) {
  const withdraw = useSend(transfers.withdraw, { refresh: REFRESH })
  const { name, display_name } = defined(offered_to, 'the receiver')
  return (
    <>
      <p className="small">
        <b>{display_name}</b>（@{name}
        ）さんに、譲渡を申し出ています。受け取られるまでは、あなたのチケットです。
      </p>
      <Button
        wide
        variant="secondary"
        disabled={!canAsk}
        busy={withdraw.isPending}
        onClick={() =>
          withdraw.mutate(
            { params: { id } },
            { onSuccess: () => showToast('申し出を取り消しました') },
          )
        }
      >
        申し出を取り消す
      </Button>
      {withdraw.error && <FieldError id="withdraw-error">{withdraw.error.message}</FieldError>}
    </>
  )
}

function Offering({ issued, canAsk, clock }: PartProps & Pick<TransferProps, 'clock'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="small muted">
        開場（{dayAndTime(issued.ticket.opens_at)}
        ）まで、Roomをお使いの方に譲渡できます。転売はできません。
      </p>
      <Button wide variant="secondary" icon="user" disabled={!canAsk} onClick={() => setOpen(true)}>
        譲渡する
      </Button>
      <Sheet open={open} title="チケットを譲渡する" onClose={() => setOpen(false)}>
        <OfferForm issued={issued} clock={clock} onClose={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

interface OfferFormProps extends Pick<TransferProps, 'issued' | 'clock'> {
  onClose: () => void
}

function OfferForm({ issued, clock, onClose }: OfferFormProps) {
  const call = useCall()
  const showCode = useShownCode(issued, clock)
  const refresh = useSend(tickets.getIssued, { refresh: REFRESH })
  const form = useForm({
    initial: { name: '' },
    draft: { kind: 'recipient', id: issued.id },
    async send({ name }) {
      // Tells the server that it comes from the phone that shows the ticket.
      const code = await showCode?.()
      return call(transfers.offer, {
        params: { id: issued.id },
        body: { name, ...(code && { code }) },
      })
    },
    async onDone({ offered_to }) {
      await refresh.mutateAsync({ params: { id: issued.id } })
      showToast(`@${offered_to?.name} さんに申し出ました`)
      onClose()
    },
  })
  const nameError = form.errorOf('name')
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <p className="small">
        相手が受け取ると、整理番号はそのままで、あなたのコードは使えなくなります。お支払いは戻りません。
        {issued.ticket.members_only && '受け取れるのは、このルームのメンバーだけです。'}
      </p>
      <TextInput
        label="相手のユーザー名"
        hint="プロフィールに @ のあとに表示されている名前です"
        require
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="send"
        maxLength={21}
        {...form.field('name')}
      />
      {form.message && !nameError && <FieldError id="offer-error">{form.message}</FieldError>}
      <Button type="submit" wide busy={form.busy} disabled={form.values.name.trim() === ''}>
        譲渡を申し出る
      </Button>
    </form>
  )
}
