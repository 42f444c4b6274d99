import { monetization } from '#contract/monetization.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { MonetizationState } from '#pwa/features/monetization/MonetizationState.tsx'
import { SellerSection } from '#pwa/features/monetization/SellerSection.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ConfirmMonetizationPage() {
  const state = useLoad(monetization.getMonetization, {})
  return (
    <Screen title="登録内容の確認" back={paths.monetization}>
      <OwnerOnly what="販売者としての登録内容と、確認の状態">
        {() => (
          <Loaded of={state}>
            {(found) => (
              <div className="stack-l">
                <MonetizationState monetization={found} />
                <SellerSection seller={found.seller} />
              </div>
            )}
          </Loaded>
        )}
      </OwnerOnly>
    </Screen>
  )
}
