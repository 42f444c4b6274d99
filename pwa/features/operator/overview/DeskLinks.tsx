import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { deskSections } from '../sections.ts'

/** The desk's pages, with what each is for. */
export const DeskLinks = () => (
  <List carded>
    {deskSections.map(({ to, label, icon, note }) => (
      <ListRow key={to} to={to} leading={<Icon name={icon} />} title={label} note={note} />
    ))}
  </List>
)
