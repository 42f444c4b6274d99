import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { NextEvent } from '#pwa/features/events/NextEvent.tsx'
import { RoomFacts } from '#pwa/features/rooms/RoomFacts.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { NewThread } from '#pwa/features/threads/NewThread.tsx'
import { ThreadCard } from '#pwa/features/threads/ThreadCard.tsx'
import { Columns } from '#pwa/layouts/Columns.tsx'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A room's threads, with its next event and its facts in the side column. */
export function RoomTalkPage() {
  const id = useRoomId()
  const list = useList(threads.listThreads, { params: { roomid: id } })
  const room = useLoad(rooms.getRoom, { params: { id } })
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
      <LoadedList
        of={list}
        skeleton={<SkeletonCards count={3} leading="avatar" />}
        empty={
          <StateScreen
            kind="empty"
            title="まだスレッドがありません"
            text="最初のスレッドが立つと、ここにならびます。"
          />
        }
        wrap={(cards) => <ul className="stack">{cards}</ul>}
        keyOf={(thread) => thread.id}
      >
        {(thread) => <ThreadCard room={id} roomTitle={room.data?.title ?? ''} thread={thread} />}
      </LoadedList>
    </Columns>
  )
}
