import { addMonths, dayOf, startOf } from '#contract/lib/days.ts'
import type { TicketType } from '#contract/tickets/calls.ts'
import type * as schema from '#server/db/schema/tickets.ts'

/** What a person brings to the conditions of a type. */
export interface TypeBuyer {
  /** When they joined the room; null: not a member. */
  memberSince: string | null
  /** Tickets of this type that they hold or have given to others. */
  had: number
}

type Conditions = Pick<schema.TicketType, 'member_months' | 'per_person'>

const isMemberFor = (since: string, months: number, now: string) =>
  startOf(addMonths(dayOf(since), months)) <= now

/** Whether the person is one of those for whom the type is; it says nothing about how many they have. `now`: an instant. */
export function refusedMembership(
  { member_months }: Pick<Conditions, 'member_months'>,
  { memberSince }: Pick<TypeBuyer, 'memberSince'>,
  now: string,
): 'members' | 'months' | null {
  if (member_months === null) return null
  if (memberSince === null) return 'members'
  return isMemberFor(memberSince, member_months, now) ? null : 'months'
}

/** Why the person may not buy so many seats of the type; null: they may. */
export function refusedType(
  type: Conditions,
  buyer: TypeBuyer,
  now: string,
  seats = 1,
): TicketType['refused'] {
  const isFull = type.per_person !== null && buyer.had + seats > type.per_person
  return refusedMembership(type, buyer, now) ?? (isFull ? 'limit' : null)
}

/** Places of a type that anybody may buy: those of the type, and those of the ticket. */
export const remainingOf = (
  type: Pick<schema.TicketType, 'capacity' | 'taken'>,
  ticket: Pick<schema.DigitalTicket, 'capacity' | 'taken'>,
) =>
  Math.min(
    ticket.capacity - ticket.taken,
    type.capacity === null ? ticket.capacity : type.capacity - type.taken,
  )
