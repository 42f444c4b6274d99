import { FirstHour } from '#pwa/features/dashboard/FirstHour.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Dashboard } from '#pwa/features/dashboard/overview/Dashboard.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export const DashboardPage = () => (
  <Screen title="オーナーページ" wide>
    <OwnerOnly what="売上、これからのイベント、メンバーの様子">
      {(room) => (
        <>
          <FirstHour room={room} />
          <Dashboard room={room} />
        </>
      )}
    </OwnerOnly>
  </Screen>
)
