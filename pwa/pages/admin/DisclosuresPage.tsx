import { DisclosureList } from '#pwa/features/operator/disclosures/DisclosureList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const DisclosuresPage = () => (
  <Screen title="開示請求" back={paths.admin}>
    <DisclosureList />
  </Screen>
)
