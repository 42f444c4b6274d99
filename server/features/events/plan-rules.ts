import { EVENT_MAX } from '#contract/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import type { FieldErrors } from '#server/http/refusal.ts'
import type { Plan } from './plan.ts'

const HOUR_MS = 60 * 60_000

const NEEDED_WORDS: Record<string, string> = {
  start: '開始日時を入力してください',
  end: '終了日時を入力してください',
  amount: '価格を入力してください（無料のときは0）',
  capacity: '定員を入力してください',
}
const STARTED = '配信の開始後は変更できません'
const ONLY_UP = 'チケットをお持ちの方がいるため、見逃し配信の日数は短くできません'
const WINDOW_OVER = '見逃し配信の期間が終わっているため、変更できません'
const NOT_BACK = 'チケットをお渡ししたイベントは、下書きに戻せません'

/** The event as it stands, with what was decided of it so far. */
export type Before = Pick<
  Schema['event'],
  'publishment_flg' | 'taken' | 'last_number' | 'archive' | 'archive_until'
> &
  Plan

/** The names of the form for what the row calls otherwise. */
const FIXED_AFTER_START = {
  start: 'start_at',
  end: 'end_at',
  amount: 'amount',
  capacity: 'capacity',
  sales_end: 'sales_end_at',
  live_talk: 'live_talk',
  auto_start: 'auto_start',
  status: 'status',
} as const

/** What is wrong with a plan, field by field; `before` is null for a new event, `open` what it does not say yet. */
export function wrongIn(
  plan: Plan,
  before: Before | null,
  open: readonly string[],
  now: string,
): FieldErrors {
  const wrong: FieldErrors = {}
  const say = (field: string, words: string) => void (wrong[field] ??= []).push(words)
  if (plan.title === '') say('title', 'タイトルを入力してください')
  if (before && before.publishment_flg > 0) {
    for (const [field, column] of Object.entries(FIXED_AFTER_START))
      if (plan[column] !== before[column]) say(field, STARTED)
  } else {
    if (plan.status === 'published') for (const field of open) say(field, NEEDED_WORDS[field]!)
    timesOf(plan, before, open, now, say)
  }
  if (before) keptOf(plan, before, now, say)
  return wrong
}

type Say = (field: string, words: string) => void

function timesOf(
  plan: Plan,
  before: Before | null,
  open: readonly string[],
  now: string,
  say: Say,
) {
  const { start_at, end_at, sales_end_at, status } = plan
  const isNew = before?.status !== 'published' || before.start_at !== start_at
  if (open.includes('start') || open.includes('end')) return
  if (status === 'published' && isNew && start_at <= now)
    say('start', '開始日時は、これからの日時を入力してください')
  if (end_at <= start_at) say('end', '終了日時は、開始日時より後にしてください')
  else if (Date.parse(end_at) - Date.parse(start_at) > EVENT_MAX.hours * HOUR_MS)
    say('end', `終了日時は、開始から${EVENT_MAX.hours}時間以内にしてください`)
  else if (sales_end_at > end_at) say('sales_end', '販売終了日時は、終了日時までにしてください')
}

/** What people who have a ticket were promised. */
function keptOf(plan: Plan, before: Before, now: string, say: Say) {
  if (plan.capacity < before.taken)
    say('capacity', `すでに${before.taken}枚のお申し込みがあるため、それより少なくできません`)
  if (before.status === 'published' && plan.status === 'draft' && wasSold(before))
    say('status', NOT_BACK)
  if (plan.archive_days === before.archive_days) return
  const isOver = before.publishment_flg > 0
  if (plan.archive_days < before.archive_days && (wasSold(before) || isOver))
    say('archive_days', ONLY_UP)
  else if (before.publishment_flg >= 2 && !isOpen(before, now)) say('archive_days', WINDOW_OVER)
}

const wasSold = ({ taken, last_number }: Before) => taken > 0 || last_number > 0
const isOpen = ({ archive, archive_until }: Before, now: string) =>
  archive === 1 && (archive_until === null || now < archive_until)
