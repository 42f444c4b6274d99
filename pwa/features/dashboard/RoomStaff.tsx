import { rooms } from '#contract/rooms.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/Badge.tsx'
import { By } from '#pwa/ui/By.tsx'
import { Face } from '#pwa/ui/Face.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'

const roles = {
  moderator: { label: 'モデレーター', note: 'スレッドとトークを見守ります' },
  door: { label: '受付', note: '電子チケットを確かめます' },
}

/** Who helps to run the room, and with what. */
export function RoomStaff({ room }: { room: string }) {
  const staff = useLoad(rooms.listStaff, { params: { id: room } })
  return (
    <Loaded of={staff} skeleton={<SkeletonRows count={2} />}>
      {(found) =>
        found.length === 0 ? (
          <Notice>スタッフはいません。ルームはあなたが一人で運営しています。</Notice>
        ) : (
          <List carded>
            {found.map(({ name, display_name, icon_image_small_path, official_flg, role }) => (
              <ListRow
                key={`${name} ${role}`}
                to={paths.profile(name)}
                leading={<Face src={icon_image_small_path} />}
                title={<By name={display_name} official={official_flg === 1} />}
                note={roles[role].note}
                trailing={<Badge>{roles[role].label}</Badge>}
              />
            ))}
          </List>
        )
      }
    </Loaded>
  )
}
