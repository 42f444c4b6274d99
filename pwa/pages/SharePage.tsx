import { SharedThread } from '#pwa/features/threads/SharedThread.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const SharePage = () => (
  <Screen title="スレッドに投稿" back={paths.account}>
    <SharedThread />
  </Screen>
)
