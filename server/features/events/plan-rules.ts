import { EVENT_MAX } from '#contract/events/limits.ts'
import {
  LIVE_ONLY_FREE,
  LIVE_ONLY_WITH_RESALE,
  LIVE_ONLY_WITHOUT_ARCHIVE,
  liveAmountWrong,
} from '#contract/events/messages.ts'
import type { FieldErrors } from '#contract/http/caller.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import {
  PRICE_STANDS_LISTED,
  RESALE_STANDS,
  RESALE_UNTIL_LATE_EVENT,
} from '#contract/resale/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { isResaleCut } from '#server/features/orders/resale/planned-deadline.ts'
import type { EventPlan, OpenEventField } from './plan.ts'

const REQUIRED_MESSAGES: Record<OpenEventField, string> = {
  start: '開始日時を入力してください',
  end: '終了日時を入力してください',
  amount: '価格を入力してください（無料のときは0）',
  capacity: '定員を入力してください',
}
const STARTED = '配信の開始後は変更できません'
const ONLY_UP = 'チケットをお持ちの方がいるため、見逃し配信の日数は短くできません'
const WINDOW_OVER = '見逃し配信の期間が終わっているため、変更できません'
const NOT_BACK = 'チケットをお渡ししたイベントは、下書きに戻せません'

/** The stored event with its current plan. */
export type StoredEvent = Pick<
  Schema['event'],
  'publishment_flg' | 'taken' | 'listed' | 'last_number' | 'archive' | 'archive_until'
> &
  EventPlan

/** Maps form fields to columns. */
const FIXED_AFTER_START = {
  start: 'start_at',
  end: 'end_at',
  amount: 'amount',
  live_amount: 'live_amount',
  capacity: 'capacity',
  sales_end: 'sales_end_at',
  resale_until: 'resale_until',
  live_talk: 'live_talk',
  auto_start: 'auto_start',
  status: 'status',
} as const

/** Validation errors by field; `before`: null for a new event, `open`: fields not yet filled in. */
export function validateEventPlan(
  plan: EventPlan,
  before: StoredEvent | null,
  open: readonly OpenEventField[],
  now: string,
): FieldErrors {
  const errors: FieldErrors = {}
  const addError = (field: string, message: string) => void (errors[field] ??= []).push(message)
  if (plan.title === '') addError('title', 'タイトルを入力してください')
  if (before && before.publishment_flg > 0) {
    for (const [field, column] of Object.entries(FIXED_AFTER_START))
      if (plan[column] !== before[column]) addError(field, STARTED)
  } else {
    if (plan.status === 'published')
      for (const field of open) addError(field, REQUIRED_MESSAGES[field])
    timesOf(plan, before, open, now, addError)
    const kinds = kindsError(plan, open)
    if (kinds) addError('live_amount', kinds)
  }
  if (before) checkUnchanged(plan, before, now, addError)
  return errors
}

type AddError = (field: string, message: string) => void

function timesOf(
  plan: EventPlan,
  before: StoredEvent | null,
  open: readonly OpenEventField[],
  now: string,
  addError: AddError,
) {
  const { start_at, end_at, sales_end_at, resale_until, status } = plan
  const isNew = before?.status !== 'published' || before.start_at !== start_at
  if (open.includes('start') || open.includes('end')) return
  if (status === 'published' && isNew && start_at <= now)
    addError('start', '開始日時は、これからの日時を入力してください')
  if (resale_until !== null && resale_until > start_at)
    addError('resale_until', RESALE_UNTIL_LATE_EVENT)
  if (end_at <= start_at) addError('end', '終了日時は、開始日時より後にしてください')
  else if (Date.parse(end_at) - Date.parse(start_at) > EVENT_MAX.hours * HOUR_MS)
    addError('end', `終了日時は、開始から${EVENT_MAX.hours}時間以内にしてください`)
  else if (sales_end_at > end_at)
    addError('sales_end', '販売終了日時は、終了日時までにしてください')
}

/** Why an event cannot be sold in two kinds at these prices; null: it can, or is sold in one. */
function kindsError(plan: EventPlan, open: readonly OpenEventField[]): string | null {
  const { amount, live_amount, archive_days, resale_until } = plan
  if (live_amount === null) return null
  if (archive_days === 0) return LIVE_ONLY_WITHOUT_ARCHIVE
  if (resale_until !== null) return LIVE_ONLY_WITH_RESALE
  // A draft without its price yet.
  if (open.includes('amount')) return null
  if (amount === 0) return LIVE_ONLY_FREE
  return live_amount === 0 || live_amount >= amount ? liveAmountWrong(amount) : null
}

/** Validates the terms promised to ticket holders. */
function checkUnchanged(plan: EventPlan, before: StoredEvent, now: string, addError: AddError) {
  const taken = before.taken + before.listed
  if (wasSold(before) && isResaleCut(before, plan, plan.start_at))
    addError('resale_until', RESALE_STANDS)
  if (plan.amount !== before.amount && before.listed > 0) addError('amount', PRICE_STANDS_LISTED)
  if (plan.capacity < taken)
    addError('capacity', `すでに${taken}枚のお申し込みがあるため、それより少なくできません`)
  if (before.status === 'published' && plan.status === 'draft' && wasSold(before))
    addError('status', NOT_BACK)
  if (plan.archive_days === before.archive_days) return
  const isOver = before.publishment_flg > 0
  if (plan.archive_days < before.archive_days && (wasSold(before) || isOver))
    addError('archive_days', ONLY_UP)
  else if (before.publishment_flg >= 2 && !isOpen(before, now))
    addError('archive_days', WINDOW_OVER)
}

const wasSold = ({ taken, last_number }: StoredEvent) => taken > 0 || last_number > 0
const isOpen = ({ archive, archive_until }: StoredEvent, now: string) =>
  archive === 1 && (archive_until === null || now < archive_until)
