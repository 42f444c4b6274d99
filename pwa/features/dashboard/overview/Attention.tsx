import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import css from './Attention.module.css'
import type { Concern } from './concerns.ts'
import { useConcerns } from './useConcerns.ts'

/** The tasks that need the owner's attention, or a message that there are none. */
export function Attention({ room }: { room: string }) {
  const concerns = useConcerns(room)
  const count = concerns.data?.length ?? 0
  return (
    <section>
      <h2 className={css.head}>
        確認が必要なこと{count > 0 && <Badge tone="warning">{count}件</Badge>}
      </h2>
      <div className="stack">
        <Loaded of={concerns} skeleton={<SkeletonRows count={2} />}>
          {(data) =>
            data.length === 0 ? (
              <AllWell />
            ) : (
              <List carded>
                {data.map((concern) => (
                  <ConcernRow key={concern.id} concern={concern} />
                ))}
              </List>
            )
          }
        </Loaded>
        {count > 0 && concerns.incomplete && (
          <p className="small muted">確認できなかった項目があります。</p>
        )}
      </div>
    </section>
  )
}

const ConcernRow = ({ concern: { icon, urgent, title, note, to } }: { concern: Concern }) => (
  <ListRow
    to={to}
    leading={
      <span className={cx(css.mark, urgent && css.urgent)}>
        <Icon name={icon} size="s" />
      </span>
    }
    title={title}
    note={note}
  />
)

const AllWell = () => (
  <Card padded className={css.well}>
    <Icon name="check" size="s" />
    <p className="small">いま確認が必要なことはありません。</p>
  </Card>
)
