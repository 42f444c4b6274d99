// What an owner may change of ticket types: nothing that buyers were promised.

import type { FieldErrors } from '#contract/http/caller.ts'
import { PRICE_STANDS_LISTED } from '#contract/resale/messages.ts'
import {
  TYPE_GONE,
  TYPE_NAME_STANDS,
  TYPE_NAME_TWICE,
  TYPE_STANDS,
  TYPE_UNTIL_EARLY,
  TYPE_UNTIL_LATE,
  TYPES_TOO_LATE,
} from '#contract/tickets/messages.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import type { TicketType } from '#server/db/schema/tickets.ts'

export interface StoredTypes {
  types: TicketType[]
  /** Ids of those that were ever ordered or given. */
  ordered: ReadonlySet<string>
}

interface TypedTicket {
  /** Null while a draft leaves it open. */
  starts_at: string | null
  /** Whether anybody has, orders or waits for a ticket. */
  isWanted: boolean
}

/** Validation errors by field: `types`, or `types.0.name`. */
export function validateTypes(
  planned: readonly TicketTypeInput[],
  { types, ordered }: StoredTypes,
  { starts_at, isWanted }: TypedTicket,
): FieldErrors {
  const errors: FieldErrors = {}
  const addError = (field: string, message: string) => void (errors[field] ??= []).push(message)
  if (planned.length > 0 && types.length === 0 && isWanted) addError('types', TYPES_TOO_LATE)
  if (types.some(({ id }) => ordered.has(id) && !planned.some((one) => one.id === id)))
    addError('types', TYPE_STANDS)
  for (const [at, type] of planned.entries()) {
    const of = (field: keyof TicketTypeInput) => `types.${at}.${field}`
    const before = types.find(({ id }) => id === type.id)
    const isKnown = before && planned.findIndex(({ id }) => id === type.id) === at
    if (type.id !== undefined && !isKnown) addError('types', TYPE_GONE)
    if (planned.findIndex(({ name }) => name === type.name) < at)
      addError(of('name'), TYPE_NAME_TWICE)
    if (before && ordered.has(before.id) && before.name !== type.name)
      addError(of('name'), TYPE_NAME_STANDS)
    const taken = before ? before.taken + before.listed : 0
    if (type.capacity !== null && type.capacity < taken)
      addError(of('capacity'), `すでに${taken}枚のお申し込みがあるため、それより少なくできません`)
    if (before && before.listed > 0 && before.amount !== type.amount)
      addError(of('amount'), PRICE_STANDS_LISTED)
    const { sales_from: from, sales_until: until } = type
    if (from !== null && until !== null && until <= from)
      addError(of('sales_until'), TYPE_UNTIL_EARLY)
    if (until !== null && starts_at !== null && until > starts_at)
      addError(of('sales_until'), TYPE_UNTIL_LATE)
  }
  return errors
}
