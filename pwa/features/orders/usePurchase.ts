import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { Confirming, PaymentForm, TokenSource } from '#pwa/adapters/payment-form.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { setPurchaseFlag } from '#pwa/lib/purchase-flag.ts'
import {
  type Purchase,
  PurchaseFailed,
  purchaseInTurn,
  resumeInTurn,
  type Started,
} from './purchase.ts'

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

/** What goes with a press. */
export interface Consents {
  /** A minor's guardian agreed. */
  guardian: boolean
  /** A wallet pays: its card is saved for a membership alone. */
  isWallet: boolean
}

/** A purchase as its form gives it. */
export type FormPurchase = Omit<Purchase, 'start'> & {
  start: (token: string | undefined, key: string, consents: Consents) => Promise<Started>
}

const withConsents = ({ start, ...product }: FormPurchase, consents: Consents): Purchase => ({
  ...product,
  start: (token, key) => start(token, key, consents),
})

/**
 * Buys one product, or several one after another, and reports the state. Bought ones are not bought again. A payment that
 * was started before the page was loaded anew is looked up first.
 */
export function usePurchase(...products: FormPurchase[]) {
  const { device } = useSession()
  const [step, setStep] = useState<PurchaseStep>(() =>
    products.some(({ started }) => started?.ref() !== undefined)
      ? { at: 'waiting' }
      : { at: 'form', error: null },
  )
  const [bought, setBought] = useState(0)
  const countBought = () => setBought((before) => before + 1)

  /** Shows how the purchases end; `buying` resolves to whether all are made. */
  async function follow(buying: () => Promise<boolean>) {
    try {
      if (!(await buying())) return setStep({ at: 'form', error: null })
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

  const isResumed = useRef(false)
  const resume = useEffectEvent(() => {
    if (step.at !== 'waiting' || isResumed.current) return
    isResumed.current = true
    void follow(() => resumeInTurn(products, countBought))
  })
  useEffect(() => resume(), [])

  async function pay(
    paymentForm: PaymentForm | null,
    from: TokenSource | null,
    consents: Consents,
  ) {
    setStep({ at: 'paying', crowded: false })
    const rest = products.slice(bought).map((product) => withConsents(product, consents))
    const steps = {
      createToken: from && (() => from.createToken()),
      newKey: () => crypto.randomUUID(),
      onQueue: (crowded: boolean) => setStep({ at: 'paying', crowded }),
      later,
      confirm: (payment: Confirming) => defined(paymentForm, 'the form').confirm(payment),
      onWaiting: () => setStep({ at: 'waiting' }),
      wait,
    }
    await follow(async () => {
      await purchaseInTurn(rest, steps, () => {
        countBought()
        setStep({ at: 'paying', crowded: false })
      })
      return true
    })
  }

  /** `bought`: how many products are bought; fewer than all if a later one failed. */
  return { step, bought, pay }
}
