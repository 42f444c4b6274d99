import type { TicketWriting } from '#contract/ticket-writing.schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** What an owner decides of a ticket. */
export type Plan = Pick<
  Schema['digital_ticket'],
  | 'title'
  | 'about'
  | 'venue'
  | 'opens_at'
  | 'starts_at'
  | 'valid_until'
  | 'amount'
  | 'capacity'
  | 'members_only'
  | 'no_transfer'
  | 'reentry'
  | 'number_prefix'
  | 'number_start'
  | 'number_skip'
> & { status: 'draft' | 'published' }

/** What no ticket can do without, by the names of the form. */
export const NEEDED = ['start', 'end', 'amount', 'capacity'] as const
const DAY_MS = 24 * 60 * 60_000

/** What stands in the row of a draft that says nothing yet. */
export function blankPlan(now: Date): Plan {
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
    members_only: 0,
    no_transfer: 0,
    reentry: 0,
    number_prefix: '',
    number_start: 1,
    number_skip: '[]',
    status: 'draft',
  }
}

/** What is still open of what was open. */
export const openAfter = (before: readonly string[], said: TicketWriting): string[] =>
  before.filter((name) => said[name as (typeof NEEDED)[number]] === undefined)

/** What is planned once this was said; doors open with the start that they opened with. */
export function planned(before: Plan, said: TicketWriting): Plan {
  const starts_at = said.start ?? before.starts_at
  const followed = before.opens_at === before.starts_at ? starts_at : before.opens_at
  const flag = (value: number | undefined, now: 0 | 1) => (value as 0 | 1 | undefined) ?? now
  return {
    title: said.title ?? before.title,
    about: said.about ?? before.about,
    venue: said.venue ?? before.venue,
    opens_at: said.opens === '' ? starts_at : (said.opens ?? followed),
    starts_at,
    valid_until: said.end ?? before.valid_until,
    amount: said.amount ?? before.amount,
    capacity: said.capacity ?? before.capacity,
    members_only: flag(said.members_only, before.members_only),
    no_transfer: flag(said.no_transfer, before.no_transfer),
    reentry: flag(said.reentry, before.reentry),
    number_prefix: said.number_prefix ?? before.number_prefix,
    number_start: said.number_start ?? before.number_start,
    number_skip: said.number_skip ? JSON.stringify(said.number_skip) : before.number_skip,
    status: said.status ?? before.status,
  }
}
