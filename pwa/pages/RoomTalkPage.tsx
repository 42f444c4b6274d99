import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { NextEvent } from '#pwa/features/events/NextEvent.tsx'
import { RoomFacts } from '#pwa/features/rooms/RoomFacts.tsx'
import { useLastVisit } from '#pwa/features/rooms/useLastVisit.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { NewThread } from '#pwa/features/threads/NewThread.tsx'
import { ThreadList } from '#pwa/features/threads/ThreadList.tsx'
import { Columns } from '#pwa/layouts/Columns.tsx'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A room's threads, with its next event and its facts in the side column. */
export function RoomTalkPage() {
  const id = useRoomId()
  const list = useList(threads.listThreads, { params: { roomid: id } })
  const room = useLoad(rooms.getRoom, { params: { id } })
  const isFresh = isAnswered(room) && isAnswered(list)
  // A cached copy does not know of the last visit: what was read then would be marked as new.
  const since = useLastVisit(room.isFetched ? room.data : undefined, isFresh)
  useTitle(PAGE_NAMES['/community/:roomid/talk'], room.data?.title)
  return (
    <Columns
      aside={
        <>
          <NextEvent room={id} />
          {room.data && <RoomFacts room={room.data} />}
        </>
      }
    >
      <h2 className="sr">トーク</h2>
      {room.data && <NewThread room={room.data} />}
      <LoadedItems
        of={list}
        skeleton={<SkeletonCards count={3} leading="avatar" />}
        empty={
          <StateScreen
            kind="empty"
            title="まだスレッドがありません"
            text="最初のスレッドが立つと、ここにならびます。"
          />
        }
      >
        {(items) => <ThreadList room={id} of={room.data} threads={items} since={since} />}
      </LoadedItems>
    </Columns>
  )
}

/** Whether it is the server's answer, and not a copy that waits for it. */
const isAnswered = ({
  isFetching,
  error,
  data,
}: {
  isFetching: boolean
  error: unknown
  data: unknown
}) => data !== undefined && !isFetching && error === null
