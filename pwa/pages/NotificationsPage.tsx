import { Notifications } from '#pwa/features/notifications/Notifications.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const NotificationsPage = () => (
  <Screen title="通知" back={paths.account}>
    <Notifications />
  </Screen>
)
