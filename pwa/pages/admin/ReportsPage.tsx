import { ReportList } from '#pwa/features/operator/reports/ReportList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const ReportsPage = () => (
  <Screen title="通報" back={paths.admin}>
    <ReportList />
  </Screen>
)
