import type { Room } from '#contract/rooms/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'

/** A room and the user's role in it. */
export const CommunityRow = ({ room }: { room: Room }) => (
  <ListRow
    to={paths.room(room.id)}
    leading={<ArchedImage src={room.icon_image_path} />}
    title={room.title}
    note={`${room.owner.display_name}・${count(room.subscribers)}人`}
    trailing={
      room.is_owner ? (
        <Badge tone="primary">オーナー</Badge>
      ) : room.can.moderate ? (
        <Badge tone="positive">モデレーター</Badge>
      ) : (
        <Badge>メンバー</Badge>
      )
    }
  />
)
