import { events } from '#contract/events/calls.ts'
import { EventRow } from '#pwa/features/events/EventRow.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedItems } from '#pwa/load/LoadedList.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { byPhase } from './by-phase.ts'

/** Every event that the user has a ticket for, grouped by its phase. */
export function JoinedEvents() {
  const list = useList(events.listJoined, {})
  return (
    <>
      <OfflineAlert of={list} />
      <LoadedItems of={list} skeleton={<SkeletonRows count={5} />} empty={<Empty />}>
        {(data) =>
          byPhase(data).map(({ title, events: ofPhase }) => (
            <Section key={title} title={title}>
              <List carded>
                {ofPhase.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </List>
            </Section>
          ))
        }
      </LoadedItems>
    </>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="まだイベントがありません"
    text="チケットを手に入れたイベントが、配信中・これから・見逃し配信の順にならびます。"
    actions={<Button to={paths.results()}>イベントをさがす</Button>}
  />
)
