import { NewsDesk } from '#pwa/features/operator/news/NewsDesk.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const NewsDeskPage = () => (
  <Screen title="お知らせ" back={paths.admin}>
    <NewsDesk />
  </Screen>
)
