import { JoinedEvents } from '#pwa/features/account/JoinedEvents.tsx'
import { NewEvent } from '#pwa/features/dashboard/events/NewEvent.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AccountEventPage = () => (
  <Screen title="参加するイベント" back={paths.account}>
    <div className="stack-l">
      <NewEvent />
      <JoinedEvents />
    </div>
  </Screen>
)
