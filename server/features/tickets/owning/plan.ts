import * as z from 'zod'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { TicketWriting } from '#contract/tickets/writing.schema.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Schema } from '#server/db/schema.ts'
import { resaleUntilAfter } from '#server/features/orders/resale/planned-deadline.ts'

/** Ticket fields that an owner edits. */
export type TicketPlan = Pick<
  Schema['digital_ticket'],
  | 'title'
  | 'about'
  | 'venue'
  | 'opens_at'
  | 'starts_at'
  | 'valid_until'
  | 'amount'
  | 'capacity'
  | 'offer_hours'
  | 'move_wait_hours'
  | 'resale_until'
  | 'konbini_days'
  | 'max_seats'
  | 'members_only'
  | 'no_transfer'
  | 'named'
  | 'reentry'
  | 'number_prefix'
  | 'number_start'
  | 'number_skip'
> & { status: 'draft' | 'published' }

/** Form fields without a default, required to publish. */
export const NEEDED = ['start', 'end', 'amount', 'capacity'] as const
export type OpenTicketField = (typeof NEEDED)[number]
/** The fields that a draft leaves open. */
const read = jsonOf(z.array(z.enum(NEEDED)))
export const openTicketFieldsOf = ({ open_fields }: { open_fields: string }) => read(open_fields)

/** Column values of an empty draft. */
export function blankTicketPlan(now: Date): TicketPlan {
  const at = new Date(now.getTime() + DAY_MS).toISOString()
  return {
    title: '',
    about: '',
    venue: '',
    opens_at: at,
    starts_at: at,
    valid_until: at,
    amount: 0,
    capacity: 1,
    offer_hours: OFFER_HOURS.usual,
    move_wait_hours: 0,
    resale_until: null,
    konbini_days: 0,
    max_seats: 1,
    members_only: 0,
    no_transfer: 0,
    named: 0,
    reentry: 0,
    number_prefix: '',
    number_start: 1,
    number_skip: '[]',
    status: 'draft',
  }
}

/** The fields still not filled in. */
export const openTicketFieldsAfter = (
  before: readonly OpenTicketField[],
  input: TicketWriting,
): OpenTicketField[] => before.filter((name) => input[name] === undefined)

/** Applies the input. Doors that open with the start follow the start; otherwise their time is kept. */
export function plannedTicket(before: TicketPlan, input: TicketWriting): TicketPlan {
  const starts_at = input.start ?? before.starts_at
  const followed = before.opens_at === before.starts_at ? starts_at : before.opens_at
  return {
    title: input.title ?? before.title,
    about: input.about ?? before.about,
    venue: input.venue ?? before.venue,
    opens_at: input.opens === '' ? starts_at : (input.opens ?? followed),
    starts_at,
    valid_until: input.end ?? before.valid_until,
    amount: input.amount ?? before.amount,
    capacity: input.capacity ?? before.capacity,
    offer_hours: input.offer_hours ?? before.offer_hours,
    move_wait_hours: input.move_wait_hours ?? before.move_wait_hours,
    resale_until: resaleUntilAfter(before.resale_until, input.resale_until, starts_at),
    konbini_days: input.konbini_days ?? before.konbini_days,
    max_seats: input.max_seats ?? before.max_seats,
    members_only: input.members_only ?? before.members_only,
    no_transfer: input.no_transfer ?? before.no_transfer,
    named: input.named ?? before.named,
    reentry: input.reentry ?? before.reentry,
    number_prefix: input.number_prefix ?? before.number_prefix,
    number_start: input.number_start ?? before.number_start,
    number_skip: input.number_skip ? JSON.stringify(input.number_skip) : before.number_skip,
    status: input.status ?? before.status,
  }
}
