import { dashboard } from '#contract/dashboard/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'

const SHOWN = 5

/** What was sent to all members, and how many of them opened it. */
export const AnnouncedList = () => (
  <Section title="送った連絡">
    <LoadedList
      of={useList(dashboard.listAnnounced, { query: { limit: SHOWN } })}
      skeleton={<SkeletonRows count={2} />}
      empty={<p className="small muted">連絡を送ると、読んだ人数がここに出ます。</p>}
      keyOf={({ id }) => id}
    >
      {({ title, created_at, delivered, read }) => (
        <ListRow
          title={title}
          note={<time dateTime={created_at}>{dateTime(created_at)}</time>}
          trailing={
            <span className="small num">
              {count(delivered)}人中 {count(read)}人が読みました
            </span>
          }
        />
      )}
    </LoadedList>
  </Section>
)
