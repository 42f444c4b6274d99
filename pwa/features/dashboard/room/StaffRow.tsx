import { Link } from 'react-router-dom'
import { withSan } from '#contract/lib/with-san.ts'
import type { Staff } from '#contract/rooms/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './StaffRow.module.css'
import { roles } from './staff-roles.ts'

export function StaffRow({ staff, onRemove }: { staff: Staff; onRemove: () => void }) {
  const { name, display_name, official_flg, icon_image_small_path, role } = staff
  return (
    <ListRow
      leading={<Avatar src={icon_image_small_path} />}
      trailing={
        <IconButton
          icon="close"
          label={`${withSan(display_name)}（${roles[role].label}）を外す`}
          onClick={onRemove}
        />
      }
    >
      <Link to={paths.profile(name)} className={css.person}>
        <b className="small">
          <Byline name={display_name} official={official_flg === 1} />
        </b>
        <span className="note muted">@{name}</span>
      </Link>
      <span className={css.part}>
        <Badge>{roles[role].label}</Badge>
        <span className="note muted">{roles[role].note}</span>
      </span>
    </ListRow>
  )
}
