import { useParams } from 'react-router-dom'
import { threads } from '#contract/threads.ts'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { Comments } from '#pwa/features/threads/Comments.tsx'
import { ThreadBody } from '#pwa/features/threads/ThreadBody.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ThreadPage() {
  const { talkid = '' } = useParams()
  const room = useRoomId()
  const thread = useLoad(threads.getThread, { params: { roomid: room, threadid: talkid } })
  return (
    <Loaded of={thread} heading="h1">
      {(found) => (
        <>
          <ThreadBody room={room} thread={found} />
          {!found.locked && <Comments room={room} thread={talkid} />}
        </>
      )}
    </Loaded>
  )
}
