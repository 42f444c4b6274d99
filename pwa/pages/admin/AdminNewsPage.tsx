import { NewsAdmin } from '#pwa/features/operator/news/NewsAdmin.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AdminNewsPage = () => (
  <Screen title="お知らせ" back={paths.admin}>
    <NewsAdmin />
  </Screen>
)
