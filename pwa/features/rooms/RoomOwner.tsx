import type { Room } from '#contract/rooms/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'

/** The owner, and the room's own links. */
export const RoomOwner = ({ room: { owner, room_menus } }: { room: Room }) => (
  <List carded>
    <ListRow
      to={paths.profile(owner.name)}
      leading={<Avatar src={owner.icon_image_small_path} />}
      title={<Byline name={owner.display_name} official={owner.official_flg === 1} />}
      note={`@${owner.name}`}
    />
    {room_menus.map(({ id, title, url }) => (
      <ListRow
        key={id}
        href={url}
        target="_blank"
        rel="noopener nofollow"
        leading={<Icon name="external" />}
        title={title}
      />
    ))}
  </List>
)
