import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import {
  QUIET_HOURS,
  REMINDER_EVENING_HOUR,
  REMINDER_MAIL_MS,
  REMINDER_SOON_MS,
} from '#contract/push/limits.ts'

/** Reminder times of an event. `mail`: only for holders whom no notification has reached. */
export type Moment = 'tomorrow' | 'mail' | 'soon' | 'onAir'
export interface Due {
  moment: Exclude<Moment, 'onAir'>
  /** Half-open interval of start times due now: [from, to). Instants. */
  from: string
  to: string
}

/** Reminders due now, each with its interval of start times. */
export function eventRemindersDue(now: Date): Due[] {
  const in_ = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const tomorrow = addDays(dayOf(now), 1)
  const evening: Due = {
    moment: 'tomorrow',
    from: startOf(tomorrow),
    to: startOf(addDays(tomorrow, 1)),
  }
  return [
    ...(isEvening(now) ? [evening] : []),
    { moment: 'mail', from: in_(REMINDER_SOON_MS + 1), to: in_(REMINDER_MAIL_MS + 1) },
    { moment: 'soon', from: in_(1), to: in_(REMINDER_SOON_MS + 1) },
  ]
}

const hourOf = (now: Date) => (now.getTime() - Date.parse(startOf(dayOf(now)))) / HOUR_MS
const isEvening = (now: Date) =>
  hourOf(now) >= REMINDER_EVENING_HOUR && hourOf(now) < QUIET_HOURS.from

/** Expiry of a reminder's content. */
export function reminderUntil(
  moment: Moment,
  event: { start_at: string; end_at: string },
  now: Date,
) {
  if (moment === 'tomorrow') {
    const night = Date.parse(startOf(dayOf(now))) + QUIET_HOURS.from * HOUR_MS
    return new Date(night).toISOString()
  }
  if (moment !== 'onAir') return event.start_at
  // A stream that starts after the planned end is live all the same.
  const later = new Date(now.getTime() + HOUR_MS).toISOString()
  return event.end_at > later ? event.end_at : later
}
