import type { FieldErrors } from '#contract/http/caller.ts'
import { momentLabel } from '#contract/orders/confirmation.ts'
import type { PromotionInput } from '#contract/promotions/calls.ts'
import { discountedPrice, isPayable } from '#contract/promotions/discount.ts'
import {
  CODE_OF_BATCH,
  CODE_OTHER_TYPE,
  CODE_OVER,
  CODE_TYPES_WRONG,
  CODE_UNKNOWN,
  CODE_UNTIL_EARLY,
  CODE_USED_UP,
  codeEarly,
  codePerPerson,
  codeSeatsLeft,
  DISCOUNT_NEEDED,
  DISCOUNT_ONE,
  discountTooLittle,
  PRESALE_NEEDS_FROM,
  PRESALE_NEEDS_TYPES,
} from '#contract/promotions/messages.ts'
import type { TicketType } from '#server/db/schema/tickets.ts'
import type { CodeRow } from './queries.ts'

type Limits = Pick<CodeRow, 'seats' | 'per_person' | 'taken'>

/** What a person has used of a code: in purchases, and in the unpaid one that the next attempt replaces. */
interface Uses {
  used: number
  open: number
}

/** Seats of the code that are left, and those that this person may still use; null: no limit. */
const leftOf = ({ seats, per_person, taken }: Limits, { used, open }: Uses) => ({
  all: seats === null ? null : seats - taken + open,
  own: per_person === null ? null : per_person - used,
})

/** Seats that this person may buy with a code; null: no limit. */
export function seatsLeft(code: Limits, uses: Uses): number | null {
  const { all, own } = leftOf(code, uses)
  return all === null || own === null ? (all ?? own) : Math.min(all, own)
}

/** What is bought: `type` undefined: not chosen yet. */
interface Use {
  type: string | null | undefined
  seats: number
}

/** Why a person may not use a code for these seats at this instant; null: they may. */
export function refusedCode(
  code: Limits & Pick<CodeRow, 'stopped' | 'valid_from' | 'valid_until'> & { types: string[] },
  { type, seats }: Use,
  uses: Uses,
  now: string,
): string | null {
  if (code.stopped === 1) return CODE_UNKNOWN
  if (code.valid_from !== null && now < code.valid_from)
    return codeEarly(momentLabel(code.valid_from))
  if (code.valid_until !== null && code.valid_until <= now) return CODE_OVER
  if (type !== undefined && code.types.length > 0 && !code.types.includes(type ?? ''))
    return CODE_OTHER_TYPE
  const { all, own } = leftOf(code, uses)
  if (all !== null && all <= 0) return CODE_USED_UP
  if (own !== null && seats > own) return codePerPerson(code.per_person ?? 0)
  return all !== null && seats > all ? codeSeatsLeft(all) : null
}

/** Errors of new codes by field. `now`: an instant. */
export function validatePromotion(
  input: PromotionInput,
  ticket: { amount: number; types: readonly Pick<TicketType, 'id' | 'amount' | 'sales_from'>[] },
  now: string,
): FieldErrors {
  const errors: FieldErrors = {}
  const { percent, yen_off, presale, valid_from, valid_until } = input
  const covered = ticket.types.filter(
    ({ id }) => input.types.length === 0 || input.types.includes(id),
  )
  const hasUnknown = input.types.some((id) => !ticket.types.some((type) => type.id === id))
  if (hasUnknown) errors.types = [CODE_TYPES_WRONG]
  if (input.count > 1 && input.code !== '') errors.code = [CODE_OF_BATCH]
  if (percent !== null && yen_off !== null) errors.yen_off = [DISCOUNT_ONE]
  if (percent === null && yen_off === null && !presale) errors.percent = [DISCOUNT_NEEDED]
  const prices = ticket.types.length > 0 ? covered.map(({ amount }) => amount) : [ticket.amount]
  const tooLow = prices.find((price) => !isPayable(discountedPrice(price, input)))
  if (tooLow !== undefined)
    errors[percent === null ? 'yen_off' : 'percent'] = [
      discountTooLittle(`¥${tooLow.toLocaleString('ja-JP')}`),
    ]
  if (valid_until !== null && valid_until <= (valid_from ?? now))
    errors.valid_until = [CODE_UNTIL_EARLY]
  if (presale && !covered.some(({ sales_from }) => sales_from !== null))
    errors.presale = [PRESALE_NEEDS_TYPES]
  if (presale && valid_from === null) errors.valid_from = [PRESALE_NEEDS_FROM]
  return errors
}
