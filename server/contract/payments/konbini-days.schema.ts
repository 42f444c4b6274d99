import { oneOf } from '../shared/form.schema.ts'
import { KONBINI_DAYS } from './konbini.ts'
import { KONBINI_DAYS_WRONG } from './messages.ts'

/** A form field: days within which a ticket may be paid in a convenience store, or 0. */
export const konbiniDays = oneOf(KONBINI_DAYS.choices, KONBINI_DAYS_WRONG)
