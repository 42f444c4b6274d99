import type { FoundPerson } from '#contract/profile/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'

/** A person in a list, with a link to the profile. */
export const FoundPersonRow = ({ person }: { person: FoundPerson }) => (
  <ListRow
    to={paths.profile(person.name)}
    leading={<Avatar src={person.icon_image_small_path} />}
    title={<Byline name={person.display_name} official={person.official_flg === 1} />}
    note={`@${person.name}`}
  />
)
