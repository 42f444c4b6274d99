// What an owner may change of ticket types: nothing that buyers were promised.

import { plainTicketNumber } from '#contract/door/pattern-number.ts'
import type { FieldErrors } from '#contract/http/caller.ts'
import { PRICE_STANDS_LISTED } from '#contract/resale/messages.ts'
import {
  TYPE_GONE,
  TYPE_NAME_STANDS,
  TYPE_NAME_TWICE,
  TYPE_PREFIX_ALONE,
  TYPE_PREFIX_STANDS,
  TYPE_PREFIX_TWICE,
  TYPE_STANDS,
  TYPE_UNTIL_EARLY,
  TYPE_UNTIL_LATE,
  TYPES_TOO_LATE,
} from '#contract/tickets/messages.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import type { DigitalTicket, TicketType } from '#server/db/schema/tickets.ts'

export interface StoredTypes {
  types: TicketType[]
  /** Ids of those that were ever ordered or given. */
  ordered: ReadonlySet<string>
  /** Ids of those of which a ticket was ever issued. */
  issued: ReadonlySet<string>
}

/** A type as it will be stored: its 記号 is known. */
export type PlannedType = TicketTypeInput & Pick<TicketType, 'number_prefix'>

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

/**
 * Errors of the 記号 of types, by field. Doors tell numbers of several series apart by it, also as it is typed: each
 * series has one of its own, which ends with no digit.
 */
export function validateSeries(
  planned: readonly PlannedType[],
  { types, issued }: StoredTypes,
  { number_prefix }: Pick<DigitalTicket, 'number_prefix'>,
): FieldErrors {
  const errors: FieldErrors = {}
  const shared = plainTicketNumber(number_prefix)
  const isShared = planned.some((type) => type.number_prefix === null)
  const isMarked = /\D$/.test(shared)
  for (const [at, type] of planned.entries()) {
    const field = `types.${at}.number_prefix`
    const before = types.find(({ id }) => id === type.id)
    if (before && issued.has(before.id) && before.number_prefix !== type.number_prefix)
      errors[field] = [TYPE_PREFIX_STANDS]
    if (type.number_prefix === null) continue
    const own = plainTicketNumber(type.number_prefix)
    const others = planned.filter((other) => other !== type && other.number_prefix !== null)
    const isTwice = others.some((other) => plainTicketNumber(other.number_prefix ?? '') === own)
    if (isTwice || own === shared) errors[field] = [TYPE_PREFIX_TWICE]
    else if (isShared && !isMarked) errors[field] = [TYPE_PREFIX_ALONE]
  }
  return errors
}
