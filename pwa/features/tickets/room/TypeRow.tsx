import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import type { TypeState } from '#contract/tickets/ticket-type.ts'
import css from '#pwa/features/events/purchase/Choices.module.css'
import { formatPrice } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { TypeMark } from '#pwa/ui/tickets/TypeMark.tsx'
import { REFUSED_LABELS, typeStateLabel, typeTerms } from '../type-labels.ts'

interface TypeRowProps {
  type: TicketType
  state: TypeState
  ticket: Pick<TicketOnSale, 'valid_until'>
}

const TONES = { plenty: 'positive', few: 'warning' } as const

/** A ticket type as a fan sees it: its name, price, state and conditions. */
export function TypeRow({ type, state, ticket }: TypeRowProps) {
  const isOpen = state === 'plenty' || state === 'few'
  const label =
    isOpen && type.refused ? REFUSED_LABELS[type.refused] : typeStateLabel(type, state, ticket)
  return (
    <span className={css.type}>
      <span className={css.head}>
        <TypeMark name={type.name} color={type.color} />
        <b className="num">{formatPrice(type.amount)}</b>
      </span>
      <Badge tone={isOpen && !type.refused ? TONES[state] : 'neutral'}>{label}</Badge>
      {typeTerms(type).map((term) => (
        <span key={term} className="note">
          {term}
        </span>
      ))}
    </span>
  )
}
