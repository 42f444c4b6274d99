import { oneOf } from '../shared/form.schema.ts'
import { OFFER_HOURS } from './limits.ts'
import { OFFER_HOURS_WRONG } from './messages.ts'

/** A form field: one of the hours for which an owner may offer a freed seat. */
export const offerHours = oneOf(OFFER_HOURS.choices, OFFER_HOURS_WRONG)
