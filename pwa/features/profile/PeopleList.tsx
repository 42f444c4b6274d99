import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Follower } from '#contract/profile/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { type ListQuery, LoadedList } from '#pwa/load/LoadedList.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { Follow } from './Follow.tsx'
import css from './PeopleList.module.css'

/** A list of people with follow buttons. */
export function PeopleList({ of, empty }: { of: ListQuery<Follower>; empty: ReactNode }) {
  const me = useUser()?.name
  return (
    <LoadedList
      of={of}
      empty={empty}
      wrap={(rows) => <List>{rows}</List>}
      keyOf={({ name }) => name}
    >
      {({ name, display_name, official_flg, icon_image_small_path, followed }) => (
        <li className={css.row}>
          <Link to={paths.profile(name)} className={css.person}>
            <Avatar src={icon_image_small_path} />
            <span className="grow">
              <b className="small">
                <Byline name={display_name} official={official_flg === 1} />
              </b>
              <span className="note muted">@{name}</span>
            </span>
          </Link>
          {name !== me && <Follow name={name} followed={followed} aside />}
        </li>
      )}
    </LoadedList>
  )
}
