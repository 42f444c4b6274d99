import { memo } from 'react'
import type { RoomMember } from '#contract/rooms/calls.ts'
import { date } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { joinedLabel, memberStatus } from './member-labels.ts'

/** A present or former member of the room. */
export const MemberRow = memo(function MemberRow({
  member,
  full = false,
}: {
  member: RoomMember
  full?: boolean
}) {
  const { name, display_name, icon_image_small_path, official_flg } = member
  const { joined_at, left_at, status } = member
  const now = useNow()
  const { label, tone } = memberStatus[status]
  const joined = full ? `${date(joined_at)}に参加` : joinedLabel(joined_at, now)
  return (
    <ListRow
      to={paths.profile(name)}
      leading={<Avatar src={icon_image_small_path} />}
      title={<Byline name={display_name} official={official_flg === 1} />}
      note={
        <span className="num">
          {full && (
            <>
              @{name}
              <br />
            </>
          )}
          {joined}
          {left_at && `・${date(left_at)} 退会`}
        </span>
      }
      trailing={(full || status !== 'active') && <Badge tone={tone}>{label}</Badge>}
    />
  )
})
