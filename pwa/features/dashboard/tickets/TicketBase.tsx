import { type DigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useList } from '#pwa/lib/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { List } from '#pwa/ui/List.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { NewTicket } from './NewTicket.tsx'
import { OwnTicketRow } from './OwnTicketRow.tsx'
import { baseFacts } from './ticket-base.ts'

/** The parts of a digital ticket, with the values of the last one, and the list of all. */
export function TicketBase({ room }: { room: string }) {
  const list = useList(tickets.listDigitalTickets, { params: { roomid: room } })
  const last = list.items?.filter(({ status }) => status === 'published').toSorted(latestFirst)[0]
  return (
    <>
      <Section title="電子チケットで決めること">
        <div className="stack">
          <p className="small muted">
            {last
              ? `いちばん新しい「${last.title}」の内容です。次のチケットの見本になります。`
              : '会場に入るためのチケットには、次のことを書きます。'}
          </p>
          <Card padded>
            <Facts facts={baseFacts(last)} />
          </Card>
          <NewTicket room={room} />
        </div>
      </Section>
      <Section title="これまでの電子チケット">
        <LoadedList
          of={list}
          empty={<Alert>電子チケットを発行すると、次のときの見本としてここにならびます。</Alert>}
          wrap={(rows) => <List carded>{rows}</List>}
          keyOf={({ id }) => id}
        >
          {(ticket) => <OwnTicketRow ticket={ticket} />}
        </LoadedList>
      </Section>
    </>
  )
}

const latestFirst = (a: DigitalTicket, b: DigitalTicket) => (a.starts_at < b.starts_at ? 1 : -1)
