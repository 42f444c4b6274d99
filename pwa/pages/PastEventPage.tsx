import { OwnEvents } from '#pwa/features/dashboard/events/OwnEvents.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const PastEventPage = () => (
  <Screen title="イベント" back={paths.dashboard} wide>
    <OwnerOnly what="開催したイベントと、その売上">
      {() => (
        <div className="stack-l">
          <OwnEvents />
        </div>
      )}
    </OwnerOnly>
  </Screen>
)
