// The types of an owner's ticket: saved with its form, and shown with what was sold of each.

import type { FieldErrors } from '#contract/http/caller.ts'
import type { OwnTicketType } from '#contract/tickets/calls.ts'
import { PRICE_BY_TYPE } from '#contract/tickets/messages.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import type { TicketWriting } from '#contract/tickets/writing.schema.ts'
import type { TicketType } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from '../types/queries.ts'
import { typesOf } from '../types/service.ts'
import {
  type PlannedType,
  type StoredTypes,
  validateSeries,
  validateTypes,
} from '../types/type-rules.ts'
import { type OpenTicketField, openTicketFieldsAfter, type TicketPlan } from './plan.ts'

export const storedTypes = async (db: Db, ticketId: string): Promise<StoredTypes> => ({
  types: await query.listTypes(db, [ticketId]),
  ordered: await query.listOrdered(db, ticketId),
  issued: await query.listIssuedTypes(db, ticketId),
})

export const NO_TYPES: StoredTypes = { types: [], ordered: new Set(), issued: new Set() }

export async function presentOwnTypes(
  db: Db,
  viewerId: string,
  ticket: Parameters<typeof typesOf>[2][number],
  now: string,
): Promise<OwnTicketType[]> {
  const types = (await typesOf(db, viewerId, [ticket], now))(ticket.id)
  if (types.length === 0) return []
  const stored = await storedTypes(db, ticket.id)
  return types.map((type) => {
    const {
      taken = 0,
      listed = 0,
      waiting = 0,
      number_prefix = null,
    } = stored.types.find(({ id }) => id === type.id) ?? {}
    const was_ordered = stored.ordered.has(type.id)
    const was_issued = stored.issued.has(type.id)
    return { ...type, taken: taken + listed, waiting, was_ordered, number_prefix, was_issued }
  })
}

/** A stored type as the form sends it. */
const asInput = ({ closed, ...type }: TicketType): PlannedType => ({
  id: type.id,
  name: type.name,
  amount: type.amount,
  capacity: type.capacity,
  sales_from: type.sales_from,
  sales_until: type.sales_until,
  per_person: type.per_person,
  member_months: type.member_months,
  note: type.note,
  color: type.color,
  closed: closed === 1,
  number_prefix: type.number_prefix,
})

/** A type as it will be stored. The form of the release before sends no 記号, and changes none. */
function plannedType(type: TicketTypeInput, { types }: StoredTypes): PlannedType {
  const { number_prefix = types.find(({ id }) => id === type.id)?.number_prefix } = type
  return { ...type, number_prefix: number_prefix || null }
}

/** The plan with its types, which have the prices. */
export function withTypes(plan: TicketPlan, input: TicketWriting, stored: StoredTypes) {
  const types = input.types?.map((type) => plannedType(type, stored)) ?? stored.types.map(asInput)
  if (types.length === 0) return { plan, types, isTyped: false }
  return {
    plan: { ...plan, amount: Math.max(...types.map(({ amount }) => amount)) },
    types,
    isTyped: true,
  }
}

type PlannedTypes = ReturnType<typeof withTypes>

/** Errors of the types. The price of the form is that of a ticket without types. */
export const typeErrors = (
  { plan, types, isTyped }: PlannedTypes,
  input: TicketWriting,
  stored: StoredTypes,
  open: readonly OpenTicketField[],
  isWanted: boolean,
): FieldErrors => ({
  ...(isTyped && input.amount !== undefined && { amount: [PRICE_BY_TYPE] }),
  ...(input.types &&
    validateTypes(types, stored, {
      starts_at: open.includes('start') ? null : plan.starts_at,
      isWanted,
    })),
  ...validateSeries(types, stored, plan),
})

/** What of a type applicants of a lottery were promised. */
const promised = ({ id, name, amount, capacity, member_months, closed }: PlannedType) =>
  JSON.stringify([id, name, amount, capacity, member_months, closed])

/** Whether a form changes what is sold: not only notes, colors and times. */
export const changesTypes = ({ types }: PlannedTypes, stored: StoredTypes) =>
  types.map(promised).join() !== stored.types.map((type) => promised(asInput(type))).join()

/** A ticket with types needs no price of its own. */
export const openAfter = (
  before: readonly OpenTicketField[],
  input: TicketWriting,
  { isTyped }: PlannedTypes,
) => openTicketFieldsAfter(before, input).filter((name) => !(isTyped && name === 'amount'))

/** The series of the types with a 記号, from 1: that which it had, or the first one that no other has. */
function seriesAfter(planned: readonly PlannedType[], types: readonly TicketType[]) {
  const known = planned.map(({ id, number_prefix }) =>
    number_prefix === null ? null : (types.find((type) => type.id === id)?.number_series ?? null),
  )
  const used = new Set(known)
  return planned.map(({ number_prefix }, at) => {
    const series = known[at] ?? null
    if (number_prefix === null || series !== null) return series
    let free = 1
    while (used.has(free)) free++
    used.add(free)
    return free
  })
}

/** Replaces the stored types by the planned ones, which are valid. */
export async function saveTypes(
  deps: Deps,
  tx: Tx,
  ticketId: string,
  planned: readonly PlannedType[],
  { types }: StoredTypes,
) {
  const series = seriesAfter(planned, types)
  for (const { id } of types)
    if (!planned.some((one) => one.id === id)) await query.deleteType(tx, id)
  for (const [position, { id, closed, ...type }] of planned.entries()) {
    const number_series = series[position] ?? null
    const row = { ...type, position, number_series, closed: closed ? 1 : 0 } as const
    if (id !== undefined) await query.updateType(tx, id, row)
    else
      await query.insertType(tx, {
        ...row,
        id: deps.newId(),
        digital_ticket_id: ticketId,
        ...{ taken: 0, waiting: 0, listed: 0 },
        created_at: isoNow(deps),
      })
  }
}
