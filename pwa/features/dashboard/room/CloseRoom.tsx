import { useState } from 'react'
import { events } from '#contract/events/calls.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RISK } from '#pwa/ui/button/risk.ts'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Closes a room for ever: no new members, no further charges, upcoming events cancelled. */
export function CloseRoom({ room }: { room: Room }) {
  const [asks, setAsks] = useState(false)
  if (room.state !== 1) return null
  return (
    <Section title="ルームを閉じる">
      <Card padded>
        <div className="stack">
          <p className="small">
            新しい参加の受付を終え、メンバーの自動更新を止めます。お支払い済みの期間は、メンバーは引き続きご覧いただけます。開催前のイベントと開場前の入場チケットは中止になり、代金は全額返金されます。閉じたルームは、もう開けません。
          </p>
          <div>
            <Button {...RISK} onClick={() => setAsks(true)}>
              ルームを閉じる
            </Button>
          </div>
        </div>
      </Card>
      {asks && <CloseForm room={room} onClose={() => setAsks(false)} />}
    </Section>
  )
}

const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

/** Asks for the room's title: money goes back and memberships end, which nothing undoes. */
function CloseForm({ room, onClose }: { room: Room; onClose: () => void }) {
  const close = useSend(rooms.closeRoom, {
    refresh: [rooms.getRoom, events.listOwn, tickets.listDigitalTickets],
  })
  const form = useForm({
    initial: { title: '' },
    send: () => close.mutateAsync({ params: { id: room.id } }),
    onDone({ message }) {
      onClose()
      showToast(message)
    },
  })
  return (
    <Sheet
      open
      title="ルームを閉じますか？"
      onClose={() => {
        if (!form.busy) onClose()
      }}
    >
      <form className="stack" onSubmit={form.submit} noValidate>
        <p>
          メンバーにはメールでお知らせします。閉じたルームを開き直すことも、イベントと入場チケットの中止や返金を取り消すこともできません。このアカウントで、新しいルームを開くこともできません。
        </p>
        <FormProblem>{form.message}</FormProblem>
        <TextInput
          label="確認のため、ルームの名前を入力してください"
          hint={room.title}
          autoComplete="off"
          {...form.field('title')}
        />
        <Button
          type="submit"
          wide
          variant="danger"
          busy={form.busy}
          disabled={plain(form.values.title) !== plain(room.title)}
        >
          ルームを閉じる
        </Button>
      </form>
    </Sheet>
  )
}
