import { useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { CardForm, PaymentForm } from '#pwa/adapters/payment-form.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { setPurchaseFlag } from '#pwa/lib/purchase-flag.ts'
import { PurchaseFailed, type PurchaseSteps, purchase, type Started } from './purchase.ts'

/** The state of a purchase. */
export type PurchaseStep =
  | { at: 'form'; error: string | null }
  | { at: 'paying'; crowded: boolean }
  | { at: 'waiting' }
  | { at: 'done' }

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const later = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Runs a purchase and reports its state. */
export function usePurchase({
  start,
  finish,
  free,
}: Pick<PurchaseSteps, 'finish' | 'free'> & {
  /** `guardian`: a minor's guardian agreed. */
  start: (token: string | undefined, key: string, guardian: boolean) => Promise<Started>
}) {
  const { device } = useSession()
  const [step, setStep] = useState<PurchaseStep>({ at: 'form', error: null })

  async function pay(paymentForm: PaymentForm | null, cards: CardForm | null, guardian: boolean) {
    setStep({ at: 'paying', crowded: false })
    try {
      await purchase({
        createToken: cards && (() => cards.createToken()),
        start: (token, key) => start(token, key, guardian),
        newKey: () => crypto.randomUUID(),
        onQueue: (crowded) => setStep({ at: 'paying', crowded }),
        later,
        confirm: (payment) => defined(paymentForm, 'the form').confirm(payment),
        finish,
        free,
        onWaiting: () => setStep({ at: 'waiting' }),
        wait,
      })
      setStep({ at: 'done' })
      setPurchaseFlag()
      // Stores the ticket offline now, as the app may be closed right after the purchase.
      void device.offlineStore().then((store) => store?.prefetchTickets())
    } catch (error) {
      if (!(error instanceof PurchaseFailed)) console.error(error)
      const message = error instanceof PurchaseFailed ? error.message : RETRY_LATER
      setStep({ at: 'form', error: message })
    }
  }

  return { step, pay }
}
