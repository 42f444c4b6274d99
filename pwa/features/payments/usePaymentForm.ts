import { useQuery } from '@tanstack/react-query'
import { site } from '#contract/site/calls.ts'
import type { PaymentForm } from '#pwa/adapters/payment-form.ts'
import { createPaymentForm } from '#pwa/adapters/payments.ts'
import { useCall } from '#pwa/lib/api/api.ts'

interface Fetched {
  /** Null until it is loaded. */
  paymentForm: PaymentForm | null
  /** Loads it again; null unless loading failed. */
  retry: (() => void) | null
}

/** The payment provider's client, loaded when the form opens. */
export function usePaymentForm(isNeeded: boolean): Fetched {
  const call = useCall()
  const paymentForm = useQuery({
    queryKey: ['payment desk'],
    queryFn: async () => createPaymentForm((await call(site.getConfig, {})).payments),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return {
    paymentForm: paymentForm.data ?? null,
    retry: paymentForm.error && (() => void paymentForm.refetch()),
  }
}
