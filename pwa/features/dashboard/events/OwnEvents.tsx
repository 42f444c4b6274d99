import { events, type OwnEvent } from '#contract/events/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useMedia, WIDE } from '#pwa/lib/useMedia.ts'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { EventComparison } from './EventComparison.tsx'
import { OwnEventRow } from './OwnEventRow.tsx'
import { OwnEventTable } from './OwnEventTable.tsx'
import { byTime } from './own-event-label.ts'
import { SalesSummary } from './SalesSummary.tsx'

/** All events of the owner's room with their sales, drafts and cancelled ones included. */
export function OwnEvents() {
  const list = useList(events.listOwn, {})
  return (
    <LoadedItems of={list} skeleton={<SkeletonRows count={6} />} empty={<Empty />}>
      {(data) => <Groups events={data} complete={list.more === null} />}
    </LoadedItems>
  )
}

function Groups({ events: found, complete }: { events: OwnEvent[]; complete: boolean }) {
  const { coming, past } = byTime(found)
  return (
    <>
      {coming.length > 0 && (
        <Section title="これから・配信中">
          <Rows label="これから・配信中" events={coming} />
        </Section>
      )}
      <EventComparison events={past} />
      {past.length > 0 && (
        <Section title="終了したイベント">
          <div className="stack">
            <SalesSummary events={past} complete={complete} />
            <Rows label="終了したイベント" events={past} />
          </div>
        </Section>
      )}
    </>
  )
}

function Rows({ label, events: found }: { label: string; events: OwnEvent[] }) {
  if (useMedia(WIDE)) return <OwnEventTable label={label} events={found} />
  return (
    <List carded>
      {found.map((event) => (
        <OwnEventRow key={event.id} event={event} />
      ))}
    </List>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだイベントがありません"
    text="開催したイベントの視聴と売上が、新しい順にここへならびます。"
  />
)
