import { TICKET_MAX } from '#contract/limits.ts'
import type { FieldErrors } from '#server/http/refusal.ts'
import type { Plan } from './plan.ts'

const HOUR_MS = 60 * 60_000
const NEEDED_WORDS: Record<string, string> = {
  start: '開演日時を入力してください',
  end: '終了日時を入力してください',
  amount: '価格を入力してください（無料のときは0）',
  capacity: '枚数を入力してください',
}
const NUMBERS_STAND = 'チケットをお渡ししたため、整理番号の決まりは変更できません'
const NOT_BACK = 'お申し込みのあったチケットは、下書きに戻せません'

/** A ticket as it stands: what was decided, and what it came to. */
export interface Before {
  plan: Plan
  taken: number
  wasIssued: boolean
}

/** What is wrong with a plan, field by field; `before` is null for a new ticket, `open` what it does not say yet. */
export function wrongIn(
  plan: Plan,
  before: Before | null,
  open: readonly string[],
  now: string,
): FieldErrors {
  const wrong: FieldErrors = {}
  const say = (field: string, words: string) => void (wrong[field] ??= []).push(words)
  if (plan.title === '') say('title', 'タイトルを入力してください')
  if (plan.status === 'published') {
    for (const field of open) say(field, NEEDED_WORDS[field]!)
    if (plan.venue === '') say('venue', '会場を入力してください')
  }
  timesOf(plan, before?.plan ?? null, open, now, say)
  if (before) keptOf(plan, before, say)
  return wrong
}

type Say = (field: string, words: string) => void

function timesOf(plan: Plan, before: Plan | null, open: readonly string[], now: string, say: Say) {
  const { opens_at, starts_at, valid_until, status } = plan
  if (open.includes('start') || open.includes('end')) return
  const isNew = before?.status !== 'published' || before.starts_at !== starts_at
  if (status === 'published' && isNew && starts_at <= now)
    say('start', '開演日時は、これからの日時を入力してください')
  if (opens_at > starts_at) say('opens', '開場日時は、開演日時までにしてください')
  if (valid_until <= starts_at) say('end', '終了日時は、開演日時より後にしてください')
  else if (Date.parse(valid_until) - Date.parse(opens_at) > TICKET_MAX.hours * HOUR_MS)
    say('end', `終了日時は、開場から${TICKET_MAX.hours}時間以内にしてください`)
}

const NUMBERING = ['number_prefix', 'number_start', 'number_skip'] as const

/** What people who have a ticket were promised. */
function keptOf(plan: Plan, { plan: before, taken, wasIssued }: Before, say: Say) {
  if (plan.capacity < taken)
    say('capacity', `すでに${taken}枚のお申し込みがあるため、それより少なくできません`)
  if (before.status === 'published' && plan.status === 'draft' && (wasIssued || taken > 0))
    say('status', NOT_BACK)
  if (!wasIssued) return
  for (const name of NUMBERING) if (plan[name] !== before[name]) say(name, NUMBERS_STAND)
}
