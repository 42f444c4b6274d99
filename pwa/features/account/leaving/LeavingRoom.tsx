import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LeavingRow } from './LeavingRow.tsx'

export function LeavingRoom({ id }: { id: string }) {
  const room = useLoad(rooms.getRoom, { params: { id } })
  return (
    <LeavingRow
      of={room}
      to={paths.myRoom}
      icon="users"
      title="自分のルーム"
      summarize={({ title, subscribers }) => ({
        amount: `${count(subscribers)}人`,
        note: `「${title}」と、その投稿・イベント`,
      })}
    />
  )
}
