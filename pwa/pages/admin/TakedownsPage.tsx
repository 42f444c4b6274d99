import { TakedownList } from '#pwa/features/operator/takedowns/TakedownList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const TakedownsPage = () => (
  <Screen title="削除依頼" back={paths.admin}>
    <TakedownList />
  </Screen>
)
