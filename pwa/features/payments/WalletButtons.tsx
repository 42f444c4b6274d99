import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentForm, TokenSource, WalletSale } from '#pwa/adapters/payment-form.ts'
import css from './WalletButtons.module.css'

interface WalletButtonsProps {
  paymentForm: PaymentForm
  sale: WalletSale
  /** A press: whether the form is complete; else it shows what is missing. */
  onPress: () => boolean
  onToken: (from: TokenSource) => void
}

/** The buttons of this device's wallets, above the card; nothing where there is none, or the provider cannot be reached. */
export function WalletButtons({ paymentForm, sale, ...events }: WalletButtonsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isThere, setThere] = useState(false)
  const onPress = useEffectEvent(events.onPress)
  const onToken = useEffectEvent(events.onToken)
  const { amount, title, monthly } = sale
  useEffect(() => {
    if (!place.current) return
    const mounted = paymentForm.mountWallets(
      place.current,
      { amount, title, monthly },
      { onReady: setThere, onPress: () => onPress(), onToken: (from) => onToken(from) },
    )
    mounted.catch(console.error)
    return () => {
      setThere(false)
      void mounted.then((remove) => remove()).catch(() => {})
    }
  }, [paymentForm, amount, title, monthly])
  return (
    <div className={css.wallets} data-empty={!isThere}>
      <div ref={place} />
      {isThere && <p className={css.or}>またはカードで支払う</p>}
    </div>
  )
}
