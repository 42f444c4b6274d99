import { monetization } from '#contract/monetization.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { Fees } from '#pwa/features/monetization/Fees.tsx'
import { MonetizationOverview } from '#pwa/features/monetization/MonetizationOverview.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function MonetizationPage() {
  const state = useLoad(monetization.getMonetization, {})
  return (
    <Screen title="収益化" back={paths.dashboard}>
      <OwnerOnly what="販売の準備の状態と、販売者としての登録内容">
        {() => (
          <>
            <Loaded of={state}>{(found) => <MonetizationOverview monetization={found} />}</Loaded>
            <Fees />
          </>
        )}
      </OwnerOnly>
    </Screen>
  )
}
