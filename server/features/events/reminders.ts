// Reminders of events.

import * as z from 'zod'
import { enqueue, enqueueAll } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import type { Notification } from '#server/features/push/notifications.ts'
import { notificationKey, notifyPeople } from '#server/features/push/notifier.ts'
import { listUnreached } from '#server/features/push/queries.ts'
import type { Deps, GivenDeps } from '#server/process/deps.ts'
import { eventRemindersDue, type Moment, reminderUntil } from './moments.ts'
import * as query from './reminder-queries.ts'

/** Outbox topic of reminders: one work item per event and moment. */
export const REMIND = 'event-remind'
const BATCH_SIZE = 100
const MAX_EVENTS = 500

const RemindWork = z.object({
  event: z.string(),
  moment: z.enum(['tomorrow', 'mail', 'soon', 'onAir'] satisfies Moment[]),
  /** Planned start when enqueued: the reminder is dropped if the event was moved since. */
  start: z.string(),
})
type RemindWork = z.output<typeof RemindWork>
const NOTICES = { tomorrow: 'eventTomorrow', soon: 'eventSoon', onAir: 'eventOnAir' } as const
const keyed = (moment: Moment) => `${REMIND}:${moment}:`
const aboutOf = ({ event, start }: RemindWork) => `${event}:${start}`

/** Enqueues the notification of a stream's first start, in the transaction of that start. */
export const postOnAir = (deps: GivenDeps, tx: Tx, event: { id: Id; start_at: Instant }) => {
  const payload: RemindWork = { event: event.id, moment: 'onAir', start: event.start_at }
  return enqueue(deps, tx, { topic: REMIND, key: `${keyed('onAir')}${event.id}`, payload })
}

async function notify(
  deps: Deps,
  tx: Tx,
  people: Awaiting[],
  work: RemindWork,
  event: query.Reminded,
) {
  if (work.moment === 'mail') return mail(deps, tx, people, work, event)
  const { title, room, start_at: start } = event
  const notification: Notification = {
    notice: NOTICES[work.moment],
    eventId: event.id,
    room,
    title,
    start,
  }
  const until = reminderUntil(work.moment, event, deps.clock.now())
  const request = { about: aboutOf(work), notice: notification, until }
  // At the start of a stream, ticket holders are notified also at night; members may get it in the morning.
  const waiting = work.moment === 'onAir' ? people.filter(({ holds }) => holds !== null) : []
  const others = people.filter((one) => !waiting.includes(one))
  await notifyPeople(deps, tx, waiting.map(idOf), { ...request, bypassQuietHours: true })
  await notifyPeople(deps, tx, others.map(idOf), request)
}

/** Emails holders whom no notification has reached. */
async function mail(
  deps: Deps,
  tx: Tx,
  people: Awaiting[],
  work: RemindWork,
  event: query.Reminded,
) {
  const holders = people.filter(({ holds }) => holds !== null).map(idOf)
  if (holders.length === 0) return
  const keys = new Map(
    holders.map((id) => [id, notificationKey(NOTICES.tomorrow, aboutOf(work), id)]),
  )
  const { id: eventId, title, start_at: start } = event
  for (const { id, email } of await listUnreached(tx, keys, 'event_reminder')) {
    const emailContent = { letter: 'eventReminder', title, eventId, start, userId: id } as const
    await enqueueEmail(deps, tx, `${aboutOf(work)}:${id}`, {
      ...emailContent,
      to: email,
      until: start,
    })
  }
}

/** Enqueues the reminders due now; idempotent. */
export async function sweep(deps: Deps) {
  for (const due of eventRemindersDue(deps.clock.now())) {
    const { moment } = due
    const events = await query.listDue(deps.db, due, keyed(moment), MAX_EVENTS)
    await transact(deps.db, (tx) =>
      enqueueAll(
        deps,
        tx,
        events.map(({ id, start_at }) => {
          const payload: RemindWork = { event: id, moment, start: start_at }
          return { topic: REMIND, key: `${keyed(moment)}${aboutOf(payload)}`, payload }
        }),
      ),
    )
  }
}

export async function handle(deps: Deps, payload: unknown) {
  const work = RemindWork.parse(payload)
  const event = await query.findReminded(deps.db, work.event)
  if (!event || !stillDue(work.moment, event, work.start)) return
  const list = (after: string) => query.listAwaiting(deps.db, event.id, after, BATCH_SIZE)
  for await (const people of pagesOf(BATCH_SIZE, list, ({ user_id }) => user_id)) {
    const others = people.filter(({ user_id }) => user_id !== event.owner_id)
    await transact(deps.db, (tx) => notify(deps, tx, others, work, event))
  }
}

type Awaiting = Awaited<ReturnType<typeof query.listAwaiting>>[number]
const idOf = ({ user_id }: Awaiting) => user_id

/** Whether the reminder still applies: the event is not moved, cancelled or begun. */
const stillDue = (
  moment: Moment,
  event: { start_at: string; status: string; publishment_flg: number },
  start: string,
) =>
  event.status === 'published' &&
  (moment === 'onAir'
    ? event.publishment_flg === 1
    : event.publishment_flg === 0 && event.start_at === start)

/** Whether a notification still applies to a person; checked right before delivery. */
export async function isEventNotificationValid(
  db: Db,
  notification: Notification,
  userId: Id,
): Promise<boolean> {
  if (!('eventId' in notification)) return true
  const event = await query.findEventNow(db, notification.eventId)
  if (event?.status !== 'published') return false
  if (notification.notice === 'newEvent') return true
  const moment = notification.notice === 'eventOnAir' ? 'onAir' : 'soon'
  if (!stillDue(moment, event, notification.start)) return false
  return query.isAwaiting(db, notification.eventId, userId)
}
