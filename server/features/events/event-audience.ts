import type { Db } from '#server/db/schema.ts'
import { countTalk, listWatchTotals } from './audience-queries.ts'

const NOBODY = { people: 0, minutes: 0, peak: 0 }

/** Watch time and number of talk lines by event. */
export async function audienceOf(db: Db, eventIds: string[], ownerId: string) {
  if (eventIds.length === 0) return () => ({ live: NOBODY, archive: NOBODY, talk: SILENCE })
  const [totals, talkCounts] = await Promise.all([
    listWatchTotals(db, eventIds),
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
