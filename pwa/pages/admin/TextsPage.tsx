import { TextList } from '#pwa/features/operator/texts/TextList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const TextsPage = () => (
  <Screen title="規約など" back={paths.admin}>
    <TextList />
  </Screen>
)
