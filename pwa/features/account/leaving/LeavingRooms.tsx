import { rooms } from '#contract/rooms/calls.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LeavingRow } from './LeavingRow.tsx'

export function LeavingRooms() {
  const { items, error, refetch, more } = useList(rooms.listSubscribed, {
    query: { limit: LIST_MAX },
  })
  return (
    <LeavingRow
      of={{ data: items, error, refetch }}
      to={paths.registeredRooms}
      icon="room"
      title="参加しているルーム"
      summarize={(found) => {
        const paid = found.filter(({ subscription }) => subscription.amount > 0).length
        return {
          amount: `${count(found.length)}件${more ? '以上' : ''}`,
          note:
            paid > 0 ? `うち有料 ${count(paid)}件は更新が止まります` : '有料のルームはありません',
        }
      }}
    />
  )
}
