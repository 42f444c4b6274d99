import type { PublicUser } from '#contract/account/calls.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

/** External links, each opened in a new window. */
export const Links = ({ links }: Pick<PublicUser, 'links'>) => (
  <List carded>
    {links.map(({ id, title, url }) => (
      <ListRow
        key={id}
        href={url}
        target="_blank"
        rel="noopener nofollow"
        leading={<Icon name="external" />}
        title={title}
        note={URL.canParse(url) ? new URL(url).hostname : url}
      />
    ))}
  </List>
)
