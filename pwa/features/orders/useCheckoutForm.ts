import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CardForm, TokenSource } from '#pwa/adapters/payment-form.ts'
import { focusFirstError } from '#pwa/lib/forms/focus-first-error.ts'
import { usePaused } from '#pwa/load/Paused.tsx'
import type { CheckoutProps } from './Checkout.tsx'
import { usePayer } from './usePayer.ts'

/** Whether the form can be sent, and what the user has filled in. */
export function useCheckoutForm(props: CheckoutProps) {
  const { paid, inStore = false, fetched, step, isNew, onPay, isRenewal, validate } = props
  const { paymentForm, retry } = fetched
  const [cards, setCards] = useState<CardForm | null>(null)
  const [noCards, setNoCards] = useState(false)
  const payer = usePayer(paid)
  const { areGiven, ...consents } = useConsents(paid && !isRenewal && payer.isMinor)
  const { guardian } = consents
  const [isSaving, setSaving] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const paused = usePaused('purchase') && paid
  const busy = step.at !== 'form' || isSaving
  const isReady = !paid || inStore || (paymentForm !== null && (!isNew || cards !== null))
  const showFirstError = () => place.current && focusFirstError(place.current)

  /** Whether nothing is missing; else the errors show. */
  function isComplete(): boolean {
    if (!areGiven() || busy || paused) return false
    if ((!validate || validate()) && flushSync(payer.check)) return true
    showFirstError()
    return false
  }

  async function pay(from: TokenSource | null, isWallet = false) {
    setSaving(true)
    const isKnown = await payer.save(guardian)
    // Cancelled meanwhile: nothing is paid.
    if (!isOpen.current) return from?.giveUp?.()
    flushSync(() => setSaving(false))
    if (isKnown) return onPay(from, { guardian, isWallet })
    from?.giveUp?.()
    showFirstError()
  }

  return {
    place,
    setCards,
    setNoCards,
    ...consents,
    /** What the first payment asks of the person. */
    payer,
    paused,
    busy,
    isReady,
    /** The payment form could not be loaded. */
    isLost: !inStore && (retry !== null || noCards),
    submit(event: FormEvent) {
      event.preventDefault()
      if (isComplete() && isReady) void pay(isNew && !inStore ? cards : null)
    },
    isComplete,
    payByWallet: (from: TokenSource) => void pay(from, true),
  }
}

/** The checkboxes before a payment: the final confirmation, and the guardian's consent if it is asked for. */
function useConsents(asksGuardian: boolean) {
  const [agreed, setAgreed] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const [unchecked, setUnchecked] = useState(false)
  return {
    agreed,
    agree(yes: boolean) {
      setAgreed(yes)
      setUnchecked(false)
    },
    asksGuardian,
    guardian,
    setGuardian,
    /** The form was submitted without a consent that it needs. */
    unchecked,
    /** Whether none is missing; else the form shows which. */
    areGiven(): boolean {
      const given = agreed && (guardian || !asksGuardian)
      if (!given) setUnchecked(true)
      return given
    },
  }
}
