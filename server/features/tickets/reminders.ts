import { enqueueAll } from '#server/db/outbox.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { type Due, remindersDue, reminderUntil } from '#server/features/events/moments.ts'
import type { Notice } from '#server/features/push/notices.ts'
import { listUnreached } from '#server/features/push/queries.ts'
import { noticeKey, telling } from '#server/features/push/telling.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './reminder-queries.ts'

/** The outbox topic of reminders of evenings at a venue: one piece of work a ticket and moment. */
export const REMIND_ENTRY = 'entry-remind'
const BATCH_SIZE = 100
const MAX_TICKETS = 500

interface RemindWork {
  ticket: Id
  moment: Due['moment']
  /** When the doors were to open: where that was changed since, nobody is told by this. */
  opens: Instant
}
const NOTICES = { tomorrow: 'entryTomorrow', soon: 'entrySoon' } as const

/** Reminds people of the doors that open for them: the evening before, and an hour before; by mail where nothing came. */
export function entryReminders(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'push'>) {
  const { db, clock, newId } = deps
  const tell = telling(deps)

  async function notify(
    tx: Tx,
    going: Going[],
    moment: keyof typeof NOTICES,
    { title, opens_at: opens, valid_until: end_at }: Opening,
  ) {
    const until = reminderUntil(moment, { start_at: opens, end_at }, clock.now())
    for (const { id: issuedId, holder_id } of going) {
      const notice = { notice: NOTICES[moment], issuedId, title, opens } as const
      await tell(tx, [holder_id], { about: aboutOf(issuedId, opens), notice, until })
    }
  }

  /** Instead of a notification that did not come, or that nobody could send. */
  async function mail(tx: Tx, going: Going[], { title, opens_at: opens }: Opening) {
    if (going.length === 0) return
    const tickets = new Map(going.map(({ id, holder_id }) => [holder_id, id]))
    const keys = new Map(
      going.map(({ id, holder_id }) => [
        holder_id,
        noticeKey(NOTICES.tomorrow, aboutOf(id, opens), holder_id),
      ]),
    )
    for (const { id: userId, email: to } of await listUnreached(tx, keys, 'event_reminder')) {
      const ticketId = tickets.get(userId)!
      const letter = { letter: 'entryReminder', title, ticketId, opens, userId } as const
      const about = `${aboutOf(ticketId, opens)}:${userId}`
      await enqueueEmail(deps, tx, about, { ...letter, to, until: opens })
    }
  }

  return {
    /** Begins what is due by now; done again, nothing is begun twice. */
    async sweep() {
      const now = clock.now()
      for (const { moment, ...time } of remindersDue(now)) {
        const keyed = `${REMIND_ENTRY}:${moment}:`
        const due = await query.listOpening(db, time, keyed, MAX_TICKETS)
        const works = due.map(({ id: ticket, opens_at: opens }) => {
          const payload: RemindWork = { ticket, moment, opens }
          const key = `${keyed}${ticket}:${opens}`
          return { id: newId(), topic: REMIND_ENTRY, key, payload, now: now.toISOString() }
        })
        await transact(db, (tx) => enqueueAll(tx, works))
      }
    },

    async handle(payload: unknown) {
      const { ticket: id, moment, opens } = payload as RemindWork
      const ticket = await query.findOpening(db, id)
      if (ticket?.status !== 'published' || ticket.opens_at !== opens) return
      for (let after = ''; ; ) {
        const going = await query.listGoing(db, id, after, BATCH_SIZE)
        await transact(db, (tx) =>
          moment === 'mail' ? mail(tx, going, ticket) : notify(tx, going, moment, ticket),
        )
        if (going.length < BATCH_SIZE) return
        after = going.at(-1)!.holder_id
      }
    },
  }
}

type Going = Awaited<ReturnType<typeof query.listGoing>>[number]
type Opening = NonNullable<Awaited<ReturnType<typeof query.findOpening>>>
const aboutOf = (issuedId: Id, opens: Instant) => `${issuedId}:${opens}`

/** Whether the doors still open for this person as a notice says; asked just before it goes out. */
export async function entryNoticeHolds(db: Db, notice: Notice, userId: Id): Promise<boolean> {
  if (!('opens' in notice)) return true
  const going = await query.findGoing(db, notice.issuedId, userId)
  return going?.opens_at === notice.opens
}
