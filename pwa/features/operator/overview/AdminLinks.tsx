import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { adminSections } from '../sections.ts'

/** Links to the admin's pages, each with its purpose. */
export const AdminLinks = () => (
  <List carded>
    {adminSections.map(({ to, label, icon, note }) => (
      <ListRow key={to} to={to} leading={<Icon name={icon} />} title={label} note={note} />
    ))}
  </List>
)
