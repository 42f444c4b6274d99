import { boxOf } from '#pwa/features/tickets/box/box.ts'
import { TICKETS_STAY } from '#pwa/features/tickets/box/held-labels.ts'
import { NextTicket } from '#pwa/features/tickets/box/NextTicket.tsx'
import { type HeldQuery, useHeld } from '#pwa/features/tickets/box/useHeld.ts'
import { Page } from '#pwa/layouts/Page.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { serverTimeOf } from '#pwa/lib/clock/server-time.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useVisitedRooms } from '#pwa/lib/useVisitedRooms.ts'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { OfflineScreen } from '#pwa/load/OfflineScreen.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './OfflineHome.module.css'

/** The home page while offline: the next ticket, and everything else that is cached. */
export function OfflineHome() {
  return useUser() ? <MembersHome /> : <Rest />
}

function MembersHome() {
  const tickets = useHeld()
  const now = useNow()
  if (tickets.data === undefined) return tickets.error ? <Rest /> : null
  const { next, coming } = boxOf(tickets.data.events, tickets.data.issued, now)
  return (
    <Page>
      <h1 className="sr">ホーム</h1>
      <div className={css.home}>
        <OfflineAlert of={tickets}>{TICKETS_STAY}</OfflineAlert>
        {next && <NextTicket ticket={next} />}
        <Section title="いま開けるもの">
          <List carded>
            <BoxRow tickets={tickets} count={next ? coming.length + 1 : 0} />
            <RoomRows />
          </List>
        </Section>
      </div>
    </Page>
  )
}

function BoxRow({ tickets: { dataUpdatedAt }, count }: { tickets: HeldQuery; count: number }) {
  const at = serverTimeOf(dataUpdatedAt)
  return (
    <ListRow
      to={paths.ticketBox}
      leading={<Icon name="ticket" />}
      title={count > 0 ? `チケット ${count}枚` : 'チケットボックス'}
      note={`${relative(at, useNow())}に保存`}
    />
  )
}

function RoomRows() {
  const now = useNow()
  return useVisitedRooms().map(({ at, value: { id, title } }) => (
    <ListRow
      key={id}
      to={paths.room(id)}
      leading={<Icon name="room" />}
      title={title}
      note={`${relative(serverTimeOf(at), now)}に保存`}
    />
  ))
}

/** Without cached tickets: the visited rooms, if any. */
function Rest() {
  const rooms = useVisitedRooms()
  return (
    <OfflineScreen>
      {rooms.length > 0 && (
        <Section title="いま開けるもの">
          <List carded>
            <RoomRows />
          </List>
        </Section>
      )}
    </OfflineScreen>
  )
}
