import { PAST_DUE_DAYS, PAST_DUE_MAILS } from '#contract/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
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

type Standing = Pick<
  Membership,
  'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'current_period_end'
>

/** Has said goodbye, or been given back a month, and has paid to a day that is still to come. */
const isPaidUp = ({ status, cancel_at_period_end, current_period_end }: Standing, now: string) =>
  status === 'active' && cancel_at_period_end === 1 && (current_period_end ?? '') > now

/** What a membership becomes by the provider's word on its subscription. */
export function standingAfter(
  { status, cancelAtPeriodEnd }: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>,
  today: Standing,
  now: string,
): Pick<Membership, 'status' | 'past_due_at' | 'reminders' | 'cancel_at_period_end' | 'left_at'> {
  const nothingOwed = { past_due_at: null, reminders: 0 }
  const base = { cancel_at_period_end: cancelAtPeriodEnd ? 1 : 0, left_at: null } as const
  switch (status) {
    case 'active':
      return { ...base, ...nothingOwed, status: 'active' }
    case 'past_due':
    case 'unpaid':
    case 'incomplete': {
      // A clock that was ahead as it began would give them until its time is over: it begins now.
      const isKnown = today.past_due_at !== null && today.past_due_at <= aheadOf(new Date(now))
      const past_due_at = isKnown ? today.past_due_at! : now
      const over = locksAt(past_due_at) <= now
      const reminders = Math.max(1, today.reminders)
      return { ...base, status: over ? 'incomplete' : 'past_due', past_due_at, reminders }
    }
    case 'canceled':
    case 'incomplete_expired':
      // Paid, and not to be renewed: theirs to the end of what was paid.
      return isPaidUp(
        { ...today, cancel_at_period_end: base.cancel_at_period_end || today.cancel_at_period_end },
        now,
      )
        ? { ...nothingOwed, status: 'active', cancel_at_period_end: 1, left_at: null }
        : { ...nothingOwed, status: 'left', cancel_at_period_end: 0, left_at: now }
  }
}

/** How many mails one should have had who has been behind since then. */
export const remindersDue = (pastDueAt: string, now: string): number =>
  PAST_DUE_MAILS.filter((days) => daysAfter(pastDueAt, days) <= now).length
