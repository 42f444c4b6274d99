import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { ENTRANT_MAX } from '#contract/tickets/limits.ts'
import { PaperDialog } from '#pwa/features/orders/PaperDialog.tsx'
import { useCall, useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

/** 紙のチケット: a second code to print, in case the phone fails. */
export function PaperTicket({ issued }: { issued: IssuedTicket }) {
  const [shown, setShown] = useState<'form' | 'paper' | null>(null)
  const canAsk = useSessionState().at === 'member'
  // A ticket in the device's store may be of the last release.
  const name = issued.paper_name ?? null
  const close = () => setShown(null)
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className="small">紙のチケット</h2>
        <p className="small muted">
          {name === null
            ? '電池切れや故障にそなえて、紙に印刷しておけます。入口では、本人確認書類と一緒に見せます。'
            : `${name} 様の名前で用意してあります。入口では、本人確認書類と一緒に見せます。`}
        </p>
        <Button
          wide
          variant="secondary"
          disabled={!canAsk}
          onClick={() => setShown(name === null ? 'form' : 'paper')}
        >
          {name === null ? '紙のチケットを用意する' : '紙のチケットを開く'}
        </Button>
        {!canAsk && <p className="note muted">紙のチケットを表示するには、通信が必要です。</p>}
      </div>
      <Sheet open={shown === 'form'} title="紙のチケット" onClose={close}>
        <PaperForm issued={issued} onDone={() => setShown('paper')} />
      </Sheet>
      {shown === 'paper' && (
        <PaperDialog
          url={urlOf(tickets.getPaper, { params: { id: issued.id } })}
          title="紙のチケット"
          onClose={close}
        />
      )}
    </Card>
  )
}

interface PaperFormProps {
  issued: IssuedTicket
  onDone: () => void
}

function PaperForm({ issued: { id, ticket, entrant }, onDone }: PaperFormProps) {
  const call = useCall()
  const refresh = useSend(tickets.getIssued, { refresh: [tickets.getIssued, tickets.listIssued] })
  const form = useForm({
    initial: { paper_name: '' },
    draft: { kind: 'paper', id },
    send: (body) => call(tickets.issuePaper, { params: { id }, body }),
    async onDone() {
      await refresh.mutateAsync({ params: { id } })
      onDone()
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <p className="small">
        入口の係員が、紙の氏名を本人確認書類とくらべます。入場できるのは、スマートフォンのチケットと合わせて1回だけです。譲渡すると、この紙では入場できません。
      </p>
      {ticket.named ? (
        <p className="small">氏名：{entrant?.name || '「入場される方」で、先に登録してください'}</p>
      ) : (
        <TextInput
          label="氏名"
          hint="本人確認書類のとおりに入力してください。あとから変更できません"
          require
          autoComplete="name"
          maxLength={ENTRANT_MAX.name}
          {...form.field('paper_name')}
        />
      )}
      {form.message && !form.errorOf('paper_name') && (
        <FieldError id="paper-error">{form.message}</FieldError>
      )}
      <Button type="submit" wide busy={form.busy}>
        用意する
      </Button>
    </form>
  )
}
