import * as z from 'zod'
import type { EventWriting } from '#contract/events/shapes.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Schema } from '#server/db/schema.ts'
import { resaleUntilAfter } from '#server/features/orders/resale/planned-deadline.ts'

type Row = Schema['event']

/** Event fields that an owner edits. */
export type EventPlan = Pick<
  Row,
  | 'title'
  | 'about'
  | 'tags'
  | 'start_at'
  | 'end_at'
  | 'amount'
  | 'live_amount'
  | 'capacity'
  | 'offer_hours'
  | 'resale_until'
  | 'konbini_days'
  | 'sales_end_at'
  | 'archive_days'
  | 'live_talk'
  | 'auto_start'
> & { status: 'draft' | 'published' }

/** Fields without a default, required to publish. */
const NEEDED = ['start', 'end', 'amount', 'capacity'] as const
export type OpenEventField = (typeof NEEDED)[number]
/** The fields that a draft leaves open. */
const read = jsonOf(z.array(z.enum(NEEDED)))
export const openEventFieldsOf = ({ open_fields }: { open_fields: string }) => read(open_fields)

/** Column values of an empty draft. */
export function blankEventPlan(now: Date): EventPlan {
  const at = new Date(now.getTime() + DAY_MS).toISOString()
  return {
    title: '',
    about: '',
    tags: '',
    start_at: at,
    end_at: at,
    amount: 0,
    live_amount: null,
    capacity: 1,
    offer_hours: OFFER_HOURS.usual,
    resale_until: null,
    konbini_days: 0,
    sales_end_at: at,
    archive_days: 0,
    live_talk: 1,
    auto_start: 0,
    status: 'draft',
  }
}

/** Applies the input. A sales end equal to the start follows the start; otherwise it is kept. */
export function plannedEvent(before: EventPlan, input: EventWriting): EventPlan {
  const start_at = input.start ?? before.start_at
  const followed = before.sales_end_at === before.start_at ? start_at : before.sales_end_at
  return {
    title: input.title ?? before.title,
    about: input.about ?? before.about,
    tags: input.tags ?? before.tags,
    start_at,
    end_at: input.end ?? before.end_at,
    amount: input.amount ?? before.amount,
    live_amount: input.live_amount === '' ? null : (input.live_amount ?? before.live_amount),
    capacity: input.capacity ?? before.capacity,
    offer_hours: input.offer_hours ?? before.offer_hours,
    resale_until: resaleUntilAfter(before.resale_until, input.resale_until, start_at),
    konbini_days: input.konbini_days ?? before.konbini_days,
    sales_end_at: input.sales_end === '' ? start_at : (input.sales_end ?? followed),
    archive_days: input.archive_days === '' ? 0 : (input.archive_days ?? before.archive_days),
    live_talk: input.live_talk ?? before.live_talk,
    auto_start: input.auto_start ?? before.auto_start,
    status: input.status ?? before.status,
  }
}

/** The fields still not filled in. */
export const openEventFieldsAfter = (
  before: readonly OpenEventField[],
  input: EventWriting,
): OpenEventField[] => before.filter((name) => input[name] === undefined)
export const ALL_OPEN: readonly OpenEventField[] = NEEDED
