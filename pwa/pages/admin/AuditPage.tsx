import { AuditList } from '#pwa/features/operator/audit/AuditList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AuditPage = () => (
  <Screen title="操作の記録" back={paths.admin}>
    <AuditList />
  </Screen>
)
