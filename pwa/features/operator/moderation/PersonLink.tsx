import type { Author } from '#contract/operator/reports/calls.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'

type ShownAuthor = Omit<Author, 'status'> & { status?: Author['status'] }

/** A person in a list, and whether they are suspended. */
export const PersonLink = ({ of, note }: { of: ShownAuthor; note?: string }) => (
  <ListRow
    leading={<Avatar src={of.icon_image_small_path} />}
    title={of.display_name}
    note={note ?? `@${of.name}`}
    trailing={
      of.status === 'suspended' ? (
        <Badge tone="warning">停止中</Badge>
      ) : of.status === 'deleted' ? (
        <Badge>退会済み</Badge>
      ) : null
    }
  />
)
