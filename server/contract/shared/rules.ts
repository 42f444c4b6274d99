import { NAME_MAX, NAME_MIN } from '../auth/limits.ts'
import type { PublishmentFlg } from '../events/calls.ts'
import { MOVED_FAR_MS, MOVED_REFUND_DAYS, NOT_STARTED_MS } from '../events/limits.ts'
import { dayOf } from '../lib/days.ts'
import { DAY_MS } from '../lib/durations.ts'
import { SALES_DAYS } from '../payouts/limits.ts'
import { ADULT_AGE } from './limits.ts'

/** Platform fee of a sale of `amount` yen, rounded down to whole yen. */
export const platformFee = (amount: number, percent: number): number =>
  Math.floor((amount * percent) / 100)

/** Instant from which a ticket that is valid until `end` may be sold; null for a free one, which holds no money. */
export const salesStart = (amount: number, end: string): string | null =>
  amount > 0 ? new Date(Date.parse(end) - SALES_DAYS * DAY_MS).toISOString() : null

/** Whether an event is overdue by `NOT_STARTED_MS` without having started. `now`: an instant. */
export const neverStarted = (
  event: { status: string; publishment_flg: PublishmentFlg; start_at: string },
  now: string,
): boolean =>
  event.status === 'published' &&
  event.publishment_flg === 0 &&
  Date.parse(now) >= Date.parse(event.start_at) + NOT_STARTED_MS

/** Whether a start was moved far enough for a refund. Instants. */
export const isMovedFar = (from: string, to: string): boolean =>
  Math.abs(Date.parse(to) - Date.parse(from)) > MOVED_FAR_MS

/** End of the refund period after an event was moved: an instant. */
export const movedRefundUntil = (movedAt: string): string =>
  new Date(Date.parse(movedAt) + MOVED_REFUND_DAYS * 24 * 60 * 60_000).toISOString()

/** Whether a person has been asked for the birthday, and with it for the gender: before the first payment. */
export const hasBirthday = ({ birthY }: { birthY: number }) => birthY !== 0

/** Whether a person with this birthday is a minor in Japan at the instant `now`. */
export function isUnderAge(
  { birthY, birthM, birthD }: { birthY: number; birthM: number; birthD: number },
  now: string,
): boolean {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${birthY + ADULT_AGE}-${pad(birthM)}-${pad(birthD)}` > dayOf(now)
}

/** Whether it is a valid handle. */
export const isName = (name: string): boolean =>
  name.length >= NAME_MIN && name.length <= NAME_MAX && /^[a-z0-9_]+$/.test(name)

/** Whether it is a path of this site: browsers read `//evil` and `/\\evil` as other sites. */
export const isLocalPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\t\n\r]/.test(path)
