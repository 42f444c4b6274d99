import { events } from '#contract/events/calls.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Closes a room: no new members, no further charges, upcoming events cancelled. */
export function CloseRoom({ room }: { room: Room }) {
  const close = useSend(rooms.closeRoom, {
    refresh: [rooms.getRoom, events.listOwn, tickets.listDigitalTickets],
  })
  if (room.state !== 1) return null
  return (
    <Section title="ルームを閉じる">
      <Card padded>
        <div className="stack">
          <p className="small">
            新しい参加の受付を終え、参加者の自動更新を止めます。お支払い済みの期間は、参加者は引き続きご覧いただけます。開催前のイベントと開場前の入場チケットは中止になり、代金は全額返金されます。
          </p>
          <ConfirmButton
            label="ルームを閉じる"
            button={{ wide: true, variant: 'danger' }}
            title="ルームを閉じますか？"
            text="参加者にはメールでお知らせします。イベントと入場チケットの中止、返金は、あとから取り消せません。"
            confirm="閉じる"
            danger
            onConfirm={async () => {
              showToast((await close.mutateAsync({ params: { id: room.id } })).message)
            }}
          />
        </div>
      </Card>
    </Section>
  )
}
