import { DAY_MS } from '#contract/lib/durations.ts'
import { PAST_DUE_DAYS, PAST_DUE_MAILS } from '#contract/rooms/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { ProviderSubscription } from '#server/ports/payments.ts'

/** The instant `days` after another; negative: before it. */
export const daysAfter = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString()

/** End of the grace period: the member keeps access until then; unpaid, the membership ends. */
export const locksAt = (pastDueAt: string) => daysAfter(pastDueAt, PAST_DUE_DAYS)

/** Whether the member has access: paid, or within the grace period. */
export const isIn = (status: Membership['status'] | undefined) =>
  status === 'active' || status === 'past_due'

type MembershipState = Pick<
  Membership,
  'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'current_period_end'
>

/** Cancelled, with a paid period that has not ended. */
const isPaidUp = (
  { status, cancel_at_period_end, current_period_end }: MembershipState,
  now: string,
) => status === 'active' && cancel_at_period_end === 1 && (current_period_end ?? '') > now

/** The membership's next state, from the provider's subscription. */
export function membershipAfter(
  { status, cancelAtPeriodEnd }: Pick<ProviderSubscription, 'status' | 'cancelAtPeriodEnd'>,
  today: MembershipState,
  now: string,
): Pick<Membership, 'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'left_at'> {
  const paidUp = { past_due_at: null, reminders: 0 }
  const base = { cancel_at_period_end: cancelAtPeriodEnd ? 1 : 0, left_at: null } as const
  switch (status) {
    case 'active':
      return { ...base, ...paidUp, status: 'active' }
    case 'past_due':
    case 'unpaid':
    case 'incomplete': {
      // A start in the future was written while the clock was ahead: start now.
      const known = today.past_due_at
      const past_due_at = known !== null && known <= aheadOf(new Date(now)) ? known : now
      if (locksAt(past_due_at) <= now)
        return { ...paidUp, status: 'left', cancel_at_period_end: 0, left_at: now }
      const reminders = Math.max(1, today.reminders)
      return { ...base, status: 'past_due', past_due_at, reminders }
    }
    case 'canceled':
    case 'incomplete_expired':
      // Cancelled, but paid: access until the end of the period.
      return isPaidUp(
        { ...today, cancel_at_period_end: base.cancel_at_period_end || today.cancel_at_period_end },
        now,
      )
        ? { ...paidUp, status: 'active', cancel_at_period_end: 1, left_at: null }
        : { ...paidUp, status: 'left', cancel_at_period_end: 0, left_at: now }
  }
}

/** Number of reminders that are due by now. */
export const pastDueRemindersDue = (pastDueAt: string, now: string): number =>
  PAST_DUE_MAILS.filter((days) => daysAfter(pastDueAt, days) <= now).length
