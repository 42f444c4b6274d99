import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lotteryPhaseAt } from '#contract/lottery/phase.ts'
import { type OwnDigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { absoluteUrl, shareUrl } from '#pwa/lib/share.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const TicketEditor = lazyWithProgress(async () => (await import('./TicketEditor.tsx')).TicketEditor)

const sharedOf = ({ id, room, title }: OwnDigitalTicket) => ({
  title,
  url: absoluteUrl(paths.roomTicket(room.id, id)),
})

/** Edits a digital ticket, or deletes one that was never issued, and for whose lottery nobody could apply. */
export function TicketActions({ ticket }: { ticket: OwnDigitalTicket }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const navigate = useNavigate()
  const remove = useSend(tickets.deleteTicket, { refresh: [tickets.listDigitalTickets] })
  const now = useNow()
  const { id, room, title, was_issued, taken } = ticket
  const mayBeApplied = ticket.lottery && lotteryPhaseAt(ticket.lottery, now) !== 'planned'
  if (ticket.status === 'cancelled') return <Alert>この公演は中止しました。</Alert>
  return (
    <div className="stack">
      {ticket.status === 'draft' && (
        <Alert>
          下書きです。ほかの方には見えません。「編集する」から公開すると、販売が始まります。
        </Alert>
      )}
      <Button wide icon="pen" onClick={() => setOpen('edit')}>
        編集する
      </Button>
      {ticket.status === 'published' && (
        <Button
          wide
          variant="secondary"
          icon="share"
          onClick={() => void shareUrl(sharedOf(ticket))}
        >
          共有する
        </Button>
      )}
      {!was_issued && taken === 0 && !mayBeApplied && (
        <Button wide variant="plain" icon="trash" onClick={() => setOpen('delete')}>
          削除する
        </Button>
      )}
      {open === 'edit' && (
        <Suspense>
          <TicketEditor room={room.id} ticket={ticket} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={open === 'delete'}
        title="電子チケットを削除しますか？"
        text={`「${title}」を、入口の準備と一緒に削除します。あとから戻すことはできません。`}
        confirm="削除する"
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ params: { roomid: room.id, id } })
          showToast('削除しました')
          await navigate(paths.ownTickets, { replace: true })
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
