import { useState } from 'react'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { DoorToday } from './DoorToday.tsx'
import { Gates } from './Gates.tsx'
import { GiveSheet } from './GiveSheet.tsx'
import { Holders } from './Holders.tsx'

/** The gates, holders and logs of a digital ticket, for its owner and staff. */
export function TicketDoors({ ticket }: { ticket: OwnDigitalTicket }) {
  const [open, setOpen] = useState<'holders' | 'give' | null>(null)
  const params = { roomid: ticket.room.id, id: ticket.id }
  const mayPlan = ticket.is_owner
  return (
    <>
      <Section title="入口">
        <Gates params={params} mayPlan={mayPlan} />
      </Section>
      {ticket.status !== 'draft' && (
        <>
          <Section title="当日の入場">
            <DoorToday params={params} />
          </Section>
          <Section title="チケットをお持ちの方">
            <div className="stack">
              <Button variant="secondary" wide icon="users" onClick={() => setOpen('holders')}>
                一覧を見る
              </Button>
              {mayPlan && ticket.status === 'published' && (
                <Button variant="secondary" wide icon="ticket" onClick={() => setOpen('give')}>
                  チケットを渡す
                </Button>
              )}
            </div>
          </Section>
        </>
      )}
      {open === 'holders' && (
        <Overlay
          label="チケットをお持ちの方"
          title="チケットをお持ちの方"
          wide
          onClose={() => setOpen(null)}
        >
          <Holders params={params} mayPlan={mayPlan} />
        </Overlay>
      )}
      {open === 'give' && (
        <GiveSheet params={params} types={ticket.types} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
