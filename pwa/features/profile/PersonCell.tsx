import { Link } from 'react-router-dom'
import type { Sale } from '#contract/orders/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './PersonCell.module.css'

/** Somebody in a table, with the way to their profile. */
export const PersonCell = ({ person }: { person: Sale['buyer'] }) => (
  <Link to={paths.profile(person.name)} className={css.person}>
    <Avatar src={person.icon_image_small_path} />
    <span>
      <Byline name={person.display_name} official={person.official_flg === 1} />
      <span className="note muted">@{person.name}</span>
    </span>
  </Link>
)
