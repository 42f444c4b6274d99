import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { type Monetization, monetization } from '#contract/monetization/calls.ts'
import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { MonetizationState } from '#pwa/features/monetization/MonetizationState.tsx'
import { NextStep } from '#pwa/features/monetization/NextStep.tsx'
import { SellerEdit } from '#pwa/features/monetization/SellerEdit.tsx'
import { SellerForm } from '#pwa/features/monetization/SellerForm.tsx'
import { SellerSection } from '#pwa/features/monetization/SellerSection.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { keyOf, useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

/** The seller's application: submitted once, shown and changed later. */
export function ConfirmMonetizationPage() {
  const state = useLoad(monetization.getMonetization, {})
  return (
    <Screen title="販売者の登録" back={paths.monetization}>
      <OwnerOnly what="販売者としての登録内容と、確認の状態">
        {() => (
          <Loaded of={state}>
            {(data) => (isBegun(data) ? <Registered found={data} /> : <Beginning />)}
          </Loaded>
        )}
      </OwnerOnly>
    </Screen>
  )
}

const isBegun = ({ state, facts }: Monetization) =>
  state !== 'none' && (state !== 'more_needed' || Boolean(facts?.name))

function Beginning() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const done = (state: Monetization) => {
    client.setQueryData(keyOf(monetization.getMonetization, {}), state)
    void navigate(paths.monetization, { replace: true })
  }
  return <SellerForm onDone={done} />
}

function Registered({ found }: { found: Monetization }) {
  const { seller, facts, invoice_number, invoice_since, state } = found
  return (
    <div className="stack-l">
      <MonetizationState monetization={found} />
      <NextStep monetization={found} />
      <SellerSection seller={seller} />
      {facts && state !== 'blocked' && (
        <SellerEdit facts={facts} invoiceNumber={invoice_number} invoiceSince={invoice_since} />
      )}
    </div>
  )
}
