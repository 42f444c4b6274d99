import { PAST_DUE_DAYS, PAST_DUE_MAILS } from '#contract/limits.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Subscription } from '#server/ports/payments.ts'

const DAY_MS = 24 * 60 * 60_000

/** The instant so many days after another; before it, where negative. */
export const daysAfter = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString()

/** Until when somebody who is behind keeps the room. */
export const locksAt = (pastDueAt: string) => daysAfter(pastDueAt, PAST_DUE_DAYS)

/** Whoever is let in: paid, or within the days that are given to pay. */
export const isIn = (status: Membership['status'] | undefined) =>
  status === 'active' || status === 'past_due'

/** What a membership becomes by the provider's word on its subscription. */
export function standingAfter(
  { status, cancelAtPeriodEnd }: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>,
  today: Pick<
    Membership,
    'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'current_period_end'
  >,
  now: string,
): Pick<Membership, 'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'left_at'> {
  const base = { cancel_at_period_end: cancelAtPeriodEnd ? 1 : 0, left_at: null } as const
  switch (status) {
    case 'active':
      return { ...base, status: 'active', past_due_at: null, reminders: 0 }
    case 'past_due':
    case 'unpaid':
    case 'incomplete': {
      const past_due_at = today.past_due_at ?? now
      const over = locksAt(past_due_at) <= now
      const reminders = Math.max(1, today.reminders)
      return { ...base, status: over ? 'incomplete' : 'past_due', past_due_at, reminders }
    }
    case 'canceled':
    case 'incomplete_expired':
      // Paid, and not to be renewed: theirs to the end of what was paid.
      if (
        today.status === 'active' &&
        today.cancel_at_period_end &&
        (today.current_period_end ?? '') > now
      )
        return {
          status: 'active',
          past_due_at: null,
          reminders: 0,
          cancel_at_period_end: 1,
          left_at: null,
        }
      return {
        status: 'left',
        past_due_at: null,
        reminders: 0,
        cancel_at_period_end: 0,
        left_at: now,
      }
  }
}

/** How many mails one should have had who has been behind since then. */
export const remindersDue = (pastDueAt: string, now: string): number =>
  PAST_DUE_MAILS.filter((days) => daysAfter(pastDueAt, days) <= now).length
