import { useQuery } from '@tanstack/react-query'
import { site } from '#contract/site.ts'
import type { PaymentDesk } from '#pwa/adapters/card-desk.ts'
import { openPaymentDesk } from '#pwa/adapters/payments.ts'
import { useCall } from '#pwa/lib/api.ts'

/** The payment provider, fetched when somebody is about to pay; null until then. */
export function usePaymentDesk(isNeeded: boolean): PaymentDesk | null {
  const call = useCall()
  const desk = useQuery({
    queryKey: ['payment desk'],
    queryFn: async () => openPaymentDesk((await call(site.getConfig, {})).payments),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return desk.data ?? null
}
