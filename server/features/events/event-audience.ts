import type { Db } from '#server/db/schema.ts'
import { listTalkTotals, listWatchTotals } from './audience-queries.ts'

const NOBODY = { people: 0, minutes: 0, peak: 0 }

/** Watch time and number of talk lines by event. */
export async function audienceOf(db: Db, eventIds: string[], ownerId: string) {
  if (eventIds.length === 0) return () => ({ live: NOBODY, archive: NOBODY, talk: SILENCE })
  const [totals, talkTotals] = await Promise.all([
    listWatchTotals(db, eventIds),
    listTalkTotals(db, eventIds, ownerId),
  ])
  return (eventId: string) => {
    const of = (requestedKind: 'live' | 'archive') => {
      const total = totals.find(
        ({ event_id, kind }) => event_id === eventId && kind === requestedKind,
      )
      return total ? { people: total.people, minutes: total.minutes, peak: total.peak } : NOBODY
    }
    const talk = talkTotals.find(({ event_id }) => event_id === eventId)
    const own = talk?.own_messages ?? 0
    return {
      live: of('live'),
      archive: of('archive'),
      talk: talk
        ? { messages: talk.messages - own, people: talk.people - Number(own > 0) }
        : SILENCE,
    }
  }
}

const SILENCE = { messages: 0, people: 0 }
