import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CardDesk, CardField, CardPart, PaymentDesk } from '#pwa/adapters/card-desk.ts'
import { Field } from '#pwa/ui/forms/Field.tsx'
import input from '#pwa/ui/forms/input.module.css'
import { Notice } from '#pwa/ui/Notice.tsx'
import { brandName, brands } from './brands.ts'
import css from './CardFields.module.css'
import { NoDesk } from './NoDesk.tsx'

interface CardFieldsProps {
  desk: PaymentDesk
  /** Handed the fields once they are there: they make the token. */
  onReady: (cards: CardDesk | null) => void
  /** Told whether they could not be had. */
  onLost?: (isLost: boolean) => void
  /** What the provider or the server said of the card; it stands under the number. */
  error: string | null
}

/** Number, expiry and code of a new card, drawn by the provider. */
export function CardFields({ desk, onReady, onLost, error }: CardFieldsProps) {
  const id = useId()
  const opened = useQuery({
    queryKey: ['card fields', id],
    queryFn: () => desk.openCards(),
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
  if (isLost) return <NoDesk onRetry={() => void opened.refetch()} />
  return (
    <div className="stack">
      {desk.isTest && (
        <Notice>
          テストモードです。お金は動きません。カード番号 4242 4242 4242 4242
          と、これからの有効期限が使えます。
        </Notice>
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
  cards: CardDesk | null
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
    field.current = cards.field(part, { id, placeholder, className: input.input! }, setTyping)
    return field.current.mount(place.current)
  }, [cards, part, id, placeholder])
  const said = typing ?? error
  useEffect(() => field.current?.mark(said ? `${id}-error` : null), [said, id])
  return (
    <Field id={id} label={label} hint={hint} error={said} require>
      {() => <div ref={place} className={css.place} data-invalid={said !== null} />}
    </Field>
  )
}
