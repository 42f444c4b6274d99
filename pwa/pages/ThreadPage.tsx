import { useNavigate, useParams } from 'react-router-dom'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { Comments } from '#pwa/features/threads/Comments.tsx'
import { ThreadBody } from '#pwa/features/threads/ThreadBody.tsx'
import { ThreadMenu } from '#pwa/features/threads/ThreadMenu.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ThreadPage() {
  const { talkid = '' } = useParams()
  const room = useRoomId()
  const known = useLoad(rooms.getRoom, { params: { id: room } })
  const navigate = useNavigate()
  const thread = useLoad(threads.getThread, { params: { roomid: room, threadid: talkid } })
  useTitle(thread.data?.title)
  return (
    <Loaded of={thread} heading="h1">
      {(data) => (
        <>
          <ThreadBody
            room={room}
            joinable={known.data}
            thread={data}
            menu={
              <ThreadMenu
                room={room}
                roomTitle={known.data?.title ?? ''}
                thread={data}
                onDeleted={() => void navigate(paths.roomTalk(room), { replace: true })}
              />
            }
          />
          {!data.locked && <Comments room={room} thread={data} />}
        </>
      )}
    </Loaded>
  )
}
