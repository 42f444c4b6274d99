import { boxOf } from '#pwa/features/tickets/box/box.ts'
import { TICKETS_STAY } from '#pwa/features/tickets/box/held-words.ts'
import { NextTicket } from '#pwa/features/tickets/box/NextTicket.tsx'
import { type HeldQuery, useHeld } from '#pwa/features/tickets/box/useHeld.ts'
import { Page } from '#pwa/layouts/Page.tsx'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { useVisitedRooms } from '#pwa/lib/useVisitedRooms.ts'
import { OfflineScreen } from '#pwa/load/OfflineScreen.tsx'
import { SavedNotice } from '#pwa/load/SavedNotice.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import css from './OfflineHome.module.css'

/** The home page while nobody answers: the next ticket, and everything else that opens all the same. */
export function OfflineHome() {
  return useUser() ? <MembersHome /> : <Rest />
}

function MembersHome() {
  const held = useHeld()
  const now = useNow()
  if (held.data === undefined) return held.error ? <Rest /> : null
  const { next, coming } = boxOf(held.data.events, held.data.issued, now)
  return (
    <Page>
      <h1 className="sr">ホーム</h1>
      <div className={css.home}>
        <SavedNotice of={held}>{TICKETS_STAY}</SavedNotice>
        {next && <NextTicket held={next} />}
        <Section title="いま開けるもの">
          <List carded>
            <BoxRow held={held} count={next ? coming.length + 1 : 0} />
            <RoomRows />
          </List>
        </Section>
      </div>
    </Page>
  )
}

function BoxRow({ held: { dataUpdatedAt }, count }: { held: HeldQuery; count: number }) {
  const at = new Date(dataUpdatedAt).toISOString()
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
      note={`${relative(new Date(at).toISOString(), now)}に保存`}
    />
  ))
}

/** Nothing of a member's is here: the rooms that were seen, if any were. */
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
