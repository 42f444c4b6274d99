import { useParams } from 'react-router-dom'
import { operatorReports } from '#contract/operator/reports/calls.ts'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { ReportView } from '#pwa/features/operator/reports/ReportView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ReportPage() {
  const { id = '' } = useParams()
  const report = useLoad(operatorReports.getReport, { params: { id } })
  return (
    <Screen title="通報の確認" back={adminPaths.reports}>
      <Loaded of={report}>{(data) => <ReportView report={data} />}</Loaded>
    </Screen>
  )
}
