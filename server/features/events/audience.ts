import type { Db } from '#server/db/schema.ts'

const NOBODY = { people: 0, minutes: 0, peak: 0 }

/** Watch time and number of talk lines by event. */
export async function audienceOf(db: Db, eventIds: string[], ownerId: string) {
  if (eventIds.length === 0) return () => ({ live: NOBODY, archive: NOBODY, talk: SILENCE })
  const [totals, talkCounts] = await Promise.all([
    db.selectFrom('watch_total').selectAll().where('event_id', 'in', eventIds).execute(),
    countTalk(db, eventIds, ownerId),
  ])
  return (eventId: string) => {
    const of = (requestedKind: 'live' | 'archive') => {
      const total = totals.find(
        ({ event_id, kind }) => event_id === eventId && kind === requestedKind,
      )
      return total ? { people: total.people, minutes: total.minutes, peak: total.peak } : NOBODY
    }
    const talk = talkCounts.find(({ event_id }) => event_id === eventId)
    return {
      live: of('live'),
      archive: of('archive'),
      talk: talk ? { messages: Number(talk.messages), people: Number(talk.people) } : SILENCE,
    }
  }
}

const SILENCE = { messages: 0, people: 0 }

const countTalk = (db: Db, eventIds: string[], ownerId: string) =>
  db
    .selectFrom('talk')
    .select((eb) => [
      'event_id',
      eb.fn.countAll<number>().as('messages'),
      eb.fn.count<number>('user_id').distinct().as('people'),
    ])
    .where('event_id', 'in', eventIds)
    .where('deleted', '=', 0)
    .where('deletes', 'is', null)
    .where('user_id', '!=', ownerId)
    .groupBy('event_id')
    .execute()
