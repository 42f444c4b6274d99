import { useState } from 'react'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { ENTRANT_NEEDED } from '#contract/tickets/messages.ts'
import { useCall, useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { EntrantFields, NOTHING_TOLD } from './EntrantFields.tsx'

const REFRESH = [tickets.getIssued, tickets.listIssued]

/** What the holder told about their entry, and the form that changes it. */
export function EntrantCard({ issued }: { issued: IssuedTicket }) {
  const [open, setOpen] = useState(false)
  const canAsk = useSessionState().at === 'member'
  // A ticket in the device's store may be of the last release.
  const { needs = '', name = '', contact = '' } = issued.entrant ?? {}
  const { named } = issued.ticket
  const isMissing = named && !name
  const title = named ? '入場される方' : '配慮の希望'
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className="small">{title}</h2>
        {isMissing && <Alert tone="warning">{ENTRANT_NEEDED}</Alert>}
        {name && (
          <p className="small">
            {name} 様（{contact}）
          </p>
        )}
        <p className="small muted">
          {needs
            ? `配慮の希望：${needs}`
            : '車いす、筆談など、入場のときに必要なことを伝えられます。'}
        </p>
        <Button wide variant="secondary" disabled={!canAsk} onClick={() => setOpen(true)}>
          {needs || name ? '変更する' : isMissing ? '氏名と連絡先を登録する' : '配慮の希望を伝える'}
        </Button>
        {!canAsk && <p className="note muted">入力には、通信が必要です。</p>}
      </div>
      <Sheet open={open} title={title} onClose={() => setOpen(false)}>
        <EntrantForm issued={issued} onClose={() => setOpen(false)} />
      </Sheet>
    </Card>
  )
}

function EntrantForm({ issued, onClose }: { issued: IssuedTicket; onClose: () => void }) {
  const { id, ticket, entrant } = issued
  const call = useCall()
  const refresh = useSend(tickets.getIssued, { refresh: REFRESH })
  const form = useForm({
    initial: entrant
      ? { needs: entrant.needs, entrant_name: entrant.name, entrant_contact: entrant.contact }
      : NOTHING_TOLD,
    draft: { kind: 'entrant', id },
    send: (body) => call(tickets.setEntrant, { params: { id }, body }),
    async onDone() {
      await refresh.mutateAsync({ params: { id } })
      showToast('保存しました。オーナーに表示されます')
      onClose()
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <EntrantFields
        ticket={ticket}
        values={form.values}
        onChange={form.set}
        errorOf={form.errorOf}
        hasName={Boolean(entrant?.name)}
        disabled={form.busy}
      />
      {form.message && <FieldError id="entrant-error">{form.message}</FieldError>}
      <Button type="submit" wide busy={form.busy}>
        伝える
      </Button>
    </form>
  )
}
