import type { Room } from '#contract/rooms.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Where else the room lives. */
export const RoomLinks = ({ room: { room_menus } }: { room: Room }) =>
  room_menus.length === 0 ? (
    <Notice>ルームに載せているリンクはありません。</Notice>
  ) : (
    <List carded>
      {room_menus.map(({ id, title, url }) => (
        <ListRow
          key={id}
          href={url}
          target="_blank"
          rel="noopener nofollow"
          leading={<Icon name="external" />}
          title={title}
          note={url}
        />
      ))}
    </List>
  )
