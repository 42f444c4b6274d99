import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { CommunityRow } from './CommunityRow.tsx'

/** The user's own room, with links to the owner's pages and its staff. */
export function OwnRoom({ id }: { id: string }) {
  const room = useLoad(rooms.getRoom, { params: { id } })
  const staff = useLoad(rooms.listStaff, { params: { id } })
  return (
    <Loaded of={room} skeleton={<SkeletonRows count={2} leading="arch" />}>
      {(data) => (
        <List carded>
          <CommunityRow room={data} />
          <ListRow
            to={paths.myRoom}
            leading={<Icon name="users" />}
            title="スタッフ"
            trailing={staff.data && `${staff.data.length}人`}
          />
          <ListRow to={paths.dashboard} leading={<Icon name="chart" />} title="オーナーページ" />
        </List>
      )}
    </Loaded>
  )
}
