import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { adminPaths } from '../admin-paths.ts'

/** All legal texts with their current version. */
export function TextList() {
  const texts = useLoad(operatorTexts.listTexts, {})
  return (
    <Loaded of={texts}>
      {(rows) => (
        <List carded>
          {rows.map(({ slug, title, version, published_at, has_draft, planned_at }) => (
            <ListRow
              key={slug}
              to={adminPaths.text(slug)}
              title={title}
              note={
                planned_at
                  ? `第${version}版　${dateTime(planned_at)}に次の版`
                  : `第${version}版　${dateTime(published_at)}`
              }
              trailing={
                planned_at ? (
                  <Badge tone="warning">予約</Badge>
                ) : has_draft ? (
                  <Badge>下書き</Badge>
                ) : null
              }
            />
          ))}
        </List>
      )}
    </Loaded>
  )
}
