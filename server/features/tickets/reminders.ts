// Reminders of opening doors: the evening before and an hour before; by email if no notification arrived.

import * as z from 'zod'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { enqueueAll } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { type Due, eventRemindersDue, reminderUntil } from '#server/features/events/moments.ts'
import type { Notification } from '#server/features/push/notifications.ts'
import { notificationKey, notifyPeople } from '#server/features/push/notifier.ts'
import { listUnreached } from '#server/features/push/queries.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './reminder-queries.ts'

/** Outbox topic of reminders of opening doors: one work item per ticket and moment. */
export const REMIND_ENTRY = 'entry-remind'
const BATCH_SIZE = 100
const MAX_TICKETS = 500

const RemindWork = z.object({
  ticket: z.string(),
  moment: z.enum(['tomorrow', 'mail', 'soon'] satisfies Due['moment'][]),
  /** Planned opening when enqueued: the reminder is dropped if it was changed since. */
  opens: z.string(),
})
type RemindWork = z.output<typeof RemindWork>
const NOTICES = { tomorrow: 'entryTomorrow', soon: 'entrySoon' } as const

async function notify(
  deps: Deps,
  tx: Tx,
  attendees: Attendee[],
  moment: keyof typeof NOTICES,
  { title: bare, opens_at: opens, valid_until: end_at }: Opening,
) {
  const until = reminderUntil(moment, { start_at: opens, end_at }, deps.clock.now())
  for (const { id: issuedId, holder_id, type } of attendees) {
    const title = typedTitle(bare, type)
    const notification = { notice: NOTICES[moment], issuedId, title, opens } as const
    await notifyPeople(deps, tx, [holder_id], {
      about: aboutOf(issuedId, opens),
      notice: notification,
      until,
    })
  }
}

/** Emails holders whom no notification has reached. */
async function mail(
  deps: Deps,
  tx: Tx,
  attendees: Attendee[],
  { title: bare, opens_at: opens }: Opening,
) {
  if (attendees.length === 0) return
  const keys = new Map(
    attendees.map(({ id, holder_id }) => [
      holder_id,
      notificationKey(NOTICES.tomorrow, aboutOf(id, opens), holder_id),
    ]),
  )
  const unreached = await listUnreached(tx, keys, 'event_reminder')
  const emails = new Map(unreached.map(({ id, email }) => [id, email]))
  for (const { id: ticketId, holder_id: userId, type } of attendees) {
    const to = emails.get(userId)
    if (to === undefined) continue
    const title = typedTitle(bare, type)
    const email = { letter: 'entryReminder', title, ticketId, opens, userId } as const
    const about = `${aboutOf(ticketId, opens)}:${userId}`
    await enqueueEmail(deps, tx, about, { ...email, to, until: opens })
  }
}

/** Enqueues the reminders due now; idempotent. */
export async function sweep(deps: Deps) {
  const now = deps.clock.now()
  for (const { moment, ...time } of eventRemindersDue(now)) {
    const keyed = `${REMIND_ENTRY}:${moment}:`
    const due = await query.listOpening(deps.db, time, keyed, MAX_TICKETS)
    const works = due.map(({ id: ticket, opens_at: opens }) => {
      const payload: RemindWork = { ticket, moment, opens }
      const key = `${keyed}${ticket}:${opens}`
      return { topic: REMIND_ENTRY, key, payload }
    })
    await transact(deps.db, (tx) => enqueueAll(deps, tx, works))
  }
}

export async function handle(deps: Deps, payload: unknown) {
  const { ticket: id, moment, opens } = RemindWork.parse(payload)
  const ticket = await query.findOpening(deps.db, id)
  if (ticket?.status !== 'published' || ticket.opens_at !== opens) return
  const list = (after: string) => query.listGoing(deps.db, id, after, BATCH_SIZE)
  for await (const attendees of pagesOf(BATCH_SIZE, list, ({ holder_id }) => holder_id))
    await transact(deps.db, (tx) =>
      moment === 'mail'
        ? mail(deps, tx, attendees, ticket)
        : notify(deps, tx, attendees, moment, ticket),
    )
}

type Attendee = Awaited<ReturnType<typeof query.listGoing>>[number]
type Opening = NonNullable<Awaited<ReturnType<typeof query.findOpening>>>
const aboutOf = (issuedId: Id, opens: Instant) => `${issuedId}:${opens}`

/** Whether a notification still applies to a person; checked right before it is sent. */
export async function isEntryNotificationValid(
  db: Db,
  notification: Notification,
  userId: Id,
): Promise<boolean> {
  if (!('opens' in notification)) return true
  const attendee = await query.findGoing(db, notification.issuedId, userId)
  return attendee?.opens_at === notification.opens
}
