import { setTimeout as pause } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { Rng } from './rng.ts'

/** The probability that the push service's connection breaks after it accepted a message. */
const BREAKS = 0.1
const LOOK_MS = 100
const LOOKS = 600

/** Users with push notifications, at a push service with lost responses. */
export async function createPhones(
  { db }: Engine,
  service: PushService,
  people: string[],
  rng: Rng,
) {
  service.answer((device, nth) =>
    rng.chance('push', device, nth) < BREAKS ? 'drop' : { status: 201 },
  )
  const created_at = new Date().toISOString()
  for (const person of people) {
    const { endpoint, keys } = service.subscribe(person)
    const phone: Insertable<Schema['push_token']> = {
      ...{ id: `phone-${person}`, user_id: person, session_id: `session-${person}` },
      ...{ kind: 'webpush', endpoint, keys: JSON.stringify(keys), created_at },
      ...{ confirmed_at: null, tried_at: null, outcome: null },
    }
    await db.insertInto('push_token').values(phone).execute()
    const all = { event_reminder: 1, room_news: 1, message: 1, payment: 1, ticket: 1 } as const
    await db
      .insertInto('notification_setting')
      // Without quiet hours, so that a run at night does not wait.
      .values({ user_id: person, ...all, marketing: 0, quiet_hours: 0 })
      .execute()
  }
  const numberLeft = async () =>
    Number(
      (
        await db
          .selectFrom('outbox')
          .select((eb) => eb.fn.countAll().as('left'))
          .where('done_at', 'is', null)
          .where((eb) =>
            eb.or([eb('topic', 'in', ['room-news', 'tell']), eb('topic', 'like', 'push:%')]),
          )
          .executeTakeFirstOrThrow()
      ).left,
    )

  return {
    /** Waits until all notifications are sent; retries are made due at once. */
    async settle(): Promise<void> {
      for (let looks = 0; looks < LOOKS && (await numberLeft()) > 0; looks++) {
        await db
          .updateTable('outbox')
          .set({ due_at: created_at })
          .where('done_at', 'is', null)
          .where('leased_by', 'is', null)
          .where('topic', 'like', 'push:%')
          .execute()
        await pause(LOOK_MS)
      }
    },
    /** Each phone received each notification at least once, with one id, so that it shows once. */
    look(threads: string[]): string[] {
      const problems: string[] = []
      for (const person of people)
        for (const id of threads) {
          const notifications = service.got.filter(
            ({ device, message }) => device === person && message.url.endsWith(id),
          )
          const ids = new Set(notifications.map(({ message }) => message.id))
          if (ids.size !== 1)
            problems.push(`${person} would be shown thread ${id} ${ids.size} times`)
        }
      return problems
    },
  }
}
