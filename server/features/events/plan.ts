import type { EventWriting } from '#contract/events.schema.ts'
import type { Schema } from '#server/db/schema.ts'

type Row = Schema['event']

/** What an owner decides of an event. */
export type Plan = Pick<
  Row,
  | 'title'
  | 'about'
  | 'start_at'
  | 'end_at'
  | 'amount'
  | 'capacity'
  | 'sales_end_at'
  | 'archive_days'
  | 'live_talk'
  | 'auto_start'
> & { status: 'draft' | 'published' }

/** What no event can do without; the rest has a good answer of its own. */
const NEEDED = ['start', 'end', 'amount', 'capacity'] as const
const DAY_MS = 24 * 60 * 60_000

/** What stands in the row of a draft that says nothing yet. */
export function blankPlan(now: Date): Plan {
  const at = new Date(now.getTime() + DAY_MS).toISOString()
  return {
    title: '',
    about: '',
    start_at: at,
    end_at: at,
    amount: 0,
    capacity: 1,
    sales_end_at: at,
    archive_days: 0,
    live_talk: 1,
    auto_start: 0,
    status: 'draft',
  }
}

/** What is planned once this was said; the sale ends where it ended, or with the start that it went by. */
export function planned(before: Plan, said: EventWriting): Plan {
  const start_at = said.start ?? before.start_at
  const followed = before.sales_end_at === before.start_at ? start_at : before.sales_end_at
  return {
    title: said.title ?? before.title,
    about: said.about ?? before.about,
    start_at,
    end_at: said.end ?? before.end_at,
    amount: said.amount ?? before.amount,
    capacity: said.capacity ?? before.capacity,
    sales_end_at: said.sales_end === '' ? start_at : (said.sales_end ?? followed),
    archive_days: said.archive_days === '' ? 0 : (said.archive_days ?? before.archive_days),
    live_talk: (said.live_talk as 0 | 1 | undefined) ?? before.live_talk,
    auto_start: (said.auto_start as 0 | 1 | undefined) ?? before.auto_start,
    status: said.status ?? before.status,
  }
}

/** What is still open of what was open. */
export const openAfter = (before: readonly string[], said: EventWriting): string[] =>
  before.filter((name) => said[name as (typeof NEEDED)[number]] === undefined)
export const ALL_OPEN: readonly string[] = NEEDED
