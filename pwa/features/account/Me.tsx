import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Byline } from '#pwa/ui/Byline.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'

/** The user, with a link to their public page. */
export const Me = ({ user }: { user: User }) => (
  <List carded>
    <ListRow
      to={paths.profile(user.name)}
      leading={<Avatar src={user.icon_image_small_path} size="l" />}
      title={<Byline name={user.display_name} official={user.official_flg === 1} />}
      note={`@${user.name}`}
    />
  </List>
)
