import { Link } from 'react-router-dom'
import { rooms } from '#contract/rooms/calls.ts'
import { NextEvent } from '#pwa/features/events/NextEvent.tsx'
import { PastEvents } from '#pwa/features/events/PastEvents.tsx'
import { RoomOffer } from '#pwa/features/events/RoomOffer.tsx'
import { PublicMembers } from '#pwa/features/rooms/PublicMembers.tsx'
import { RoomFacts } from '#pwa/features/rooms/RoomFacts.tsx'
import { beginningOf } from '#pwa/features/rooms/RoomHeader.tsx'
import { RoomOwner } from '#pwa/features/rooms/RoomOwner.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { RecentThreads } from '#pwa/features/threads/RecentThreads.tsx'
import { Columns } from '#pwa/layouts/Columns.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './RoomAboutPage.module.css'

/** The number of characters, and of line breaks, that fit into three lines of a phone. */
const SHOWN = 60
const BREAKS = 2
/** What the excerpt in the room's header leaves out of its text. */
function remainderOf(about: string): string {
  const beginning = beginningOf(about)
  const isLong = beginning.length > SHOWN || beginning.split('\n').length - 1 > BREAKS
  return isLong ? about : about.slice(beginning.length).trim()
}

/** A room's text, owner and external links; for others than members, what joining opens. */
export function RoomAboutPage() {
  const id = useRoomId()
  const room = useLoad(rooms.getRoom, { params: { id } })
  useTitle(room.data?.title)
  return (
    <Loaded of={room}>
      {(data) => (
        <Columns
          aside={
            <>
              <RoomOwner room={data} />
              <RoomFacts room={data} />
              {data.amount > 0 && (
                <Link className={cx('link small', css.law)} to={paths.seller(id)}>
                  特定商取引法に基づく表記
                </Link>
              )}
            </>
          }
        >
          <h2 className="sr">概要</h2>
          <div className="stack">
            {remainderOf(data.about) && (
              <Card as="section" padded>
                <p className={css.about}>{remainderOf(data.about)}</p>
              </Card>
            )}
            {!data.can.read && data.can.join && <RoomOffer room={id} />}
            <PublicMembers room={id} />
            <NextEvent room={id} />
          </div>
          {!data.can.read && (
            <>
              <RecentThreads room={data} />
              <PastEvents room={id} />
            </>
          )}
        </Columns>
      )}
    </Loaded>
  )
}
