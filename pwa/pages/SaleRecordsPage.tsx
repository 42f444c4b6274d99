import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { SaleRecords } from '#pwa/features/dashboard/sales/SaleRecords.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const SaleRecordsPage = () => (
  <Screen title="売上と書類" back={paths.dashboard} wide>
    <OwnerOnly what="売上と、発行した領収書の控え">{() => <SaleRecords />}</OwnerOnly>
  </Screen>
)
