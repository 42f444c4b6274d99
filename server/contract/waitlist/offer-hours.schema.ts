import { whole } from '../shared/form.schema.ts'
import { OFFER_HOURS } from './limits.ts'
import { OFFER_HOURS_WRONG } from './messages.ts'

/** A form field: one of the hours for which an owner may offer a freed seat. */
export const offerHours = whole(1, OFFER_HOURS.max, OFFER_HOURS_WRONG).refine(
  (hours) => (OFFER_HOURS.choices as readonly number[]).includes(hours),
  { error: OFFER_HOURS_WRONG },
)
