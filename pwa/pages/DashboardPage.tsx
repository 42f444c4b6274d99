import { Dashboard } from '#pwa/features/dashboard/Dashboard.tsx'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'

export const DashboardPage = () => (
  <>
    <Topbar title="オーナーページ" />
    <Page>
      <OwnerOnly what="売上、これからのイベント、メンバーの様子">
        {(room) => <Dashboard room={room} />}
      </OwnerOnly>
    </Page>
  </>
)
