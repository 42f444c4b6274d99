import type { FieldErrors } from '#contract/http/caller.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { PRICE_STANDS_LISTED, RESALE_STANDS, RESALE_UNTIL_LATE } from '#contract/resale/messages.ts'
import { TICKET_MAX } from '#contract/tickets/limits.ts'
import { NAMED_NEEDS_PRICE, NAMED_STANDS, TRANSFER_STANDS } from '#contract/tickets/messages.ts'
import { isResaleCut } from '#server/features/orders/resale/planned-deadline.ts'
import type { OpenTicketField, TicketPlan } from './plan.ts'

const REQUIRED_MESSAGES: Record<OpenTicketField, string> = {
  start: '開演日時を入力してください',
  end: '終了日時を入力してください',
  amount: '価格を入力してください（無料のときは0）',
  capacity: '枚数を入力してください',
}
const NUMBERS_STAND = 'チケットをお渡ししたため、整理番号の決まりは変更できません'
const NOT_BACK = 'お申し込みのあったチケットは、下書きに戻せません'

/** The stored ticket: its plan, and its issued tickets. */
export interface StoredTicket {
  plan: TicketPlan
  /** Sold, or reserved. */
  taken: number
  /** At its price. */
  listed: number
  wasIssued: boolean
}

/** Validation errors by field; `before`: null for a new ticket, `open`: fields not yet filled in. */
export function validateTicketPlan(
  plan: TicketPlan,
  before: StoredTicket | null,
  open: readonly OpenTicketField[],
  now: string,
): FieldErrors {
  const errors: FieldErrors = {}
  const addError = (field: string, message: string) => void (errors[field] ??= []).push(message)
  if (plan.title === '') addError('title', 'タイトルを入力してください')
  if (plan.status === 'published') {
    for (const field of open) addError(field, REQUIRED_MESSAGES[field])
    if (plan.venue === '') addError('venue', '会場を入力してください')
  }
  // The Act is about tickets that are sold.
  if (plan.named && plan.amount === 0 && !open.includes('amount'))
    addError('named', NAMED_NEEDS_PRICE)
  timesOf(plan, before?.plan ?? null, open, now, addError)
  if (before) checkUnchanged(plan, before, addError)
  return errors
}

type AddError = (field: string, message: string) => void

function timesOf(
  plan: TicketPlan,
  before: TicketPlan | null,
  open: readonly OpenTicketField[],
  now: string,
  addError: AddError,
) {
  const { opens_at, starts_at, valid_until, resale_until, status } = plan
  if (open.includes('start') || open.includes('end')) return
  const isNew = before?.status !== 'published' || before.starts_at !== starts_at
  if (status === 'published' && isNew && starts_at <= now)
    addError('start', '開演日時は、これからの日時を入力してください')
  if (resale_until !== null && resale_until > starts_at) addError('resale_until', RESALE_UNTIL_LATE)
  if (opens_at > starts_at) addError('opens', '開場日時は、開演日時までにしてください')
  if (valid_until <= starts_at) addError('end', '終了日時は、開演日時より後にしてください')
  else if (Date.parse(valid_until) - Date.parse(opens_at) > TICKET_MAX.hours * HOUR_MS)
    addError('end', `終了日時は、開場から${TICKET_MAX.hours}時間以内にしてください`)
}

const NUMBERING = ['number_prefix', 'number_start', 'number_skip'] as const

/** Validates the terms promised to holders. */
function checkUnchanged(
  plan: TicketPlan,
  { plan: before, taken, listed, wasIssued }: StoredTicket,
  addError: AddError,
) {
  if (plan.capacity < taken)
    addError('capacity', `すでに${taken}枚のお申し込みがあるため、それより少なくできません`)
  const isSold = wasIssued || taken > 0
  if (before.status === 'published' && plan.status === 'draft' && isSold)
    addError('status', NOT_BACK)
  if (isSold && isResaleCut(before, plan, plan.starts_at)) addError('resale_until', RESALE_STANDS)
  if (isSold && plan.no_transfer > before.no_transfer) addError('no_transfer', TRANSFER_STANDS)
  if (plan.amount !== before.amount && listed > 0) addError('amount', PRICE_STANDS_LISTED)
  if (isSold && plan.named !== before.named) addError('named', NAMED_STANDS)
  if (!wasIssued) return
  for (const name of NUMBERING) if (plan[name] !== before[name]) addError(name, NUMBERS_STAND)
}
