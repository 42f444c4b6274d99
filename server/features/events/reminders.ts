import { enqueueAll } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import type { Notice } from '#server/features/push/notices.ts'
import { listUnreached } from '#server/features/push/queries.ts'
import { noticeKey, telling } from '#server/features/push/telling.ts'
import type { Deps } from '#server/process/deps.ts'
import { type Moment, remindersDue, reminderUntil } from './moments.ts'
import * as query from './reminder-queries.ts'

/** The outbox topic of reminders: one piece of work an event and moment. */
export const REMIND = 'event-remind'
const BATCH_SIZE = 100
const MAX_EVENTS = 500

interface RemindWork {
  event: Id
  moment: Moment
  /** When it was to begin: of an event that was moved since, nobody is told by this. */
  start: Instant
}
const NOTICES = { tomorrow: 'eventTomorrow', soon: 'eventSoon', onAir: 'eventOnAir' } as const
const keyed = (moment: Moment) => `${REMIND}:${moment}:`
const aboutOf = ({ event, start }: RemindWork) => `${event}:${start}`

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'push'>

const workOf = (
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  payload: RemindWork,
  key: string,
) => ({
  id: newId(),
  topic: REMIND,
  key,
  payload,
  now: clock.now().toISOString(),
})

/** Has whoever waits for it told that it is on the air, in the transaction of that; the first time only. */
export const postOnAir = (
  deps: Pick<Deps, 'newId' | 'clock'>,
  tx: Tx,
  event: { id: Id; start_at: Instant },
) => {
  const payload: RemindWork = { event: event.id, moment: 'onAir', start: event.start_at }
  return enqueueAll(tx, [workOf(deps, payload, `${keyed('onAir')}${event.id}`)])
}

/** Reminds people of what they have a ticket to. */
export function eventReminders(deps: RemindDeps) {
  const { db, clock } = deps
  const tell = telling(deps)

  async function notify(tx: Tx, people: Awaiting[], work: RemindWork, event: query.Reminded) {
    if (work.moment === 'mail') return mail(tx, people, work, event)
    const { title, room, start_at: start } = event
    const notice: Notice = { notice: NOTICES[work.moment], eventId: event.id, room, title, start }
    const until = reminderUntil(work.moment, event, clock.now())
    const told = { about: aboutOf(work), notice, until }
    // Whoever has a ticket waits for the beginning, also at night; a member may read of it the next day.
    const waiting = work.moment === 'onAir' ? people.filter(({ holds }) => holds !== null) : []
    const others = people.filter((one) => !waiting.includes(one))
    await tell(tx, waiting.map(idOf), { ...told, despiteNight: true })
    await tell(tx, others.map(idOf), told)
  }

  /** Instead of a notification that did not come, or that nobody could send. */
  async function mail(tx: Tx, people: Awaiting[], work: RemindWork, event: query.Reminded) {
    const held = people.filter(({ holds }) => holds !== null).map(idOf)
    if (held.length === 0) return
    const keys = new Map(held.map((id) => [id, noticeKey(NOTICES.tomorrow, aboutOf(work), id)]))
    const { id: eventId, title, start_at: start } = event
    for (const { id, email } of await listUnreached(tx, keys, 'event_reminder')) {
      const letter = { letter: 'eventReminder', title, eventId, start, userId: id } as const
      await enqueueEmail(deps, tx, `${aboutOf(work)}:${id}`, { ...letter, to: email, until: start })
    }
  }

  return {
    /** Begins what is due by now; done again, nothing is begun twice. */
    async sweep() {
      for (const due of remindersDue(clock.now())) {
        const { moment } = due
        const events = await query.listDue(db, due, keyed(moment), MAX_EVENTS)
        await transact(db, (tx) =>
          enqueueAll(
            tx,
            events.map(({ id, start_at }) => {
              const payload: RemindWork = { event: id, moment, start: start_at }
              return workOf(deps, payload, `${keyed(moment)}${aboutOf(payload)}`)
            }),
          ),
        )
      }
    },

    async handle(payload: unknown) {
      const work = payload as RemindWork
      const event = await query.findReminded(db, work.event)
      if (!event || !stillDue(work.moment, event, work.start)) return
      for (let after = ''; ; ) {
        const people = await query.listAwaiting(db, event.id, after, BATCH_SIZE)
        const others = people.filter(({ user_id }) => user_id !== event.owner_id)
        await transact(db, (tx) => notify(tx, others, work, event))
        if (people.length < BATCH_SIZE) return
        after = people.at(-1)!.user_id
      }
    },
  }
}

type Awaiting = Awaited<ReturnType<typeof query.listAwaiting>>[number]
const idOf = ({ user_id }: Awaiting) => user_id

/** Whether the event is as it was when this became due: not moved, not called off, not begun. */
const stillDue = (
  moment: Moment,
  event: { start_at: string; status: string; publishment_flg: number },
  start: string,
) =>
  event.status === 'published' &&
  (moment === 'onAir'
    ? event.publishment_flg === 1
    : event.publishment_flg === 0 && event.start_at === start)

/** Whether somebody is still to hear this of an event; asked just before it goes out. */
export async function eventNoticeHolds(db: Db, notice: Notice, userId: Id): Promise<boolean> {
  if (!('eventId' in notice)) return true
  const event = await query.findStanding(db, notice.eventId)
  if (event?.status !== 'published') return false
  if (notice.notice === 'newEvent') return true
  const moment = notice.notice === 'eventOnAir' ? 'onAir' : 'soon'
  if (!stillDue(moment, event, notice.start)) return false
  return query.isAwaiting(db, notice.eventId, userId)
}
