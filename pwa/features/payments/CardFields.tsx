import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CardField, CardForm, CardPart, PaymentForm } from '#pwa/adapters/payment-form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Field } from '#pwa/ui/forms/Field.tsx'
import input from '#pwa/ui/forms/input.module.css'
import { brandName, brands } from './brands.ts'
import css from './CardFields.module.css'
import { NoPaymentForm } from './NoPaymentForm.tsx'

interface CardFieldsProps {
  paymentForm: PaymentForm
  /** Called with the fields once they are loaded; they create the token. */
  onReady: (cards: CardForm | null) => void
  /** Called with whether loading them failed. */
  onLost?: (isLost: boolean) => void
  /** The provider's or the server's error about the card; shown below the number. */
  error: string | null
}

/** Number, expiry and security code of a new card, rendered by the provider. */
export function CardFields({ paymentForm, onReady, onLost, error }: CardFieldsProps) {
  const id = useId()
  const opened = useQuery({
    queryKey: ['card fields', id],
    queryFn: () => paymentForm.openCards(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const cards = opened.data ?? null
  useEffect(() => {
    onReady(cards)
    return () => onReady(null)
  }, [cards, onReady])
  const isLost = opened.error !== null
  useEffect(() => {
    onLost?.(isLost)
    return () => onLost?.(false)
  }, [isLost, onLost])
  if (isLost) return <NoPaymentForm onRetry={() => void opened.refetch()} />
  return (
    <div className="stack">
      {paymentForm.isTest && (
        <Alert>
          テストモードです。お金は動きません。カード番号 4242 4242 4242 4242
          と、これからの有効期限が使えます。
        </Alert>
      )}
      <Part
        cards={cards}
        part="number"
        label="カード番号"
        hint={`${brands.map(brandName).join('・')} が使えます（JCBを受け付けていないルームもあります）`}
        placeholder="0000 0000 0000 0000"
        error={error}
      />
      <div className={css.two}>
        <Part cards={cards} part="expiry" label="有効期限" placeholder="月 / 年" />
        <Part cards={cards} part="cvc" label="セキュリティコード" placeholder="3桁" />
      </div>
    </div>
  )
}

interface PartProps {
  cards: CardForm | null
  part: CardPart
  label: string
  placeholder: string
  hint?: string
  error?: string | null
}

function Part({ cards, part, label, placeholder, hint, error = null }: PartProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<CardField | null>(null)
  const [typing, setTyping] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!cards || !place.current) return
    field.current = cards.field(part, { id, placeholder, className: cx(input.input) }, setTyping)
    return field.current.mount(place.current)
  }, [cards, part, id, placeholder])
  const shownError = typing ?? error
  useEffect(() => field.current?.mark(shownError ? `${id}-error` : null), [shownError, id])
  return (
    <Field id={id} label={label} hint={hint} error={shownError} require>
      {() => <div ref={place} className={css.place} data-invalid={shownError !== null} />}
    </Field>
  )
}
