import { monetization } from '#contract/monetization/calls.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Disclosures } from '#pwa/features/monetization/Disclosures.tsx'
import { FeeInvoices } from '#pwa/features/monetization/FeeInvoices.tsx'
import { Fees } from '#pwa/features/monetization/Fees.tsx'
import { MonetizationOverview } from '#pwa/features/monetization/MonetizationOverview.tsx'
import { PayoutList } from '#pwa/features/monetization/PayoutList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function MonetizationPage() {
  const state = useLoad(monetization.getMonetization, {})
  return (
    <Screen title="収益化" back={paths.dashboard}>
      <OwnerOnly what="販売の準備の状態と、売上の振込">
        {() => (
          <>
            <Loaded of={state}>
              {(data) => (
                <>
                  <MonetizationOverview monetization={data} />
                  {data.state !== 'none' && <PayoutList />}
                </>
              )}
            </Loaded>
            <Disclosures />
            <Fees />
            <FeeInvoices />
          </>
        )}
      </OwnerOnly>
    </Screen>
  )
}
