import { useQuery } from '@tanstack/react-query'
import { site } from '#contract/site.ts'
import type { PaymentDesk } from '#pwa/adapters/card-desk.ts'
import { openPaymentDesk } from '#pwa/adapters/payments.ts'
import { useCall } from '#pwa/lib/api.ts'

interface Fetched {
  /** Null until it is there. */
  desk: PaymentDesk | null
  /** Asks again; null unless it could not be had. */
  retry: (() => void) | null
}

/** The payment provider, fetched when somebody is about to pay. */
export function usePaymentDesk(isNeeded: boolean): Fetched {
  const call = useCall()
  const desk = useQuery({
    queryKey: ['payment desk'],
    queryFn: async () => openPaymentDesk((await call(site.getConfig, {})).payments),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return { desk: desk.data ?? null, retry: desk.error && (() => void desk.refetch()) }
}
