// How events sell before they begin, and how their evenings went.

import type { EventInsights } from '#contract/dashboard/calls.ts'
import { addDays, dayOf } from '#contract/lib/days.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './event-queries.ts'
import { findRoom } from './insight-queries.ts'

/** Days before the start for which sales are compared. */
const SALE_DAYS = 30
const EVENINGS = 2
/** Longest evening that is shown, in minutes. */
const MAX_MINUTES = 720

type Told = NonNullable<Awaited<ReturnType<typeof query.findNext>>>
type SellThrough = NonNullable<EventInsights['next']>
type Evening = EventInsights['evenings'][number]

/** Tickets at the end of each day before the start, up to today. */
async function sellThroughOf(
  db: Db,
  event: Told | undefined,
  today: string,
): Promise<SellThrough | null> {
  if (!event) return null
  const { id, title, start, capacity } = event
  const sold = (await query.countTickets(db, id)).map(({ hour, tickets }) => ({
    day: dayOf(`${hour}:00:00.000Z`),
    tickets: Number(tickets),
  }))
  const until = (last: string) =>
    sold.filter(({ day }) => day <= last).reduce((sum, { tickets }) => sum + tickets, 0)
  const day = dayOf(start)
  const days = Array.from({ length: SALE_DAYS + 1 }, (_, n) => SALE_DAYS - n)
    .filter((before) => addDays(day, -before) <= today)
    .map((before) => ({ before, tickets: until(addDays(day, -before)) }))
  return { id, title, start, capacity: Number(capacity), tickets: until('9'), days }
}

async function eveningOf(db: Db, { id, title, start }: Told): Promise<Evening> {
  const counted = await query.listMinutes(db, id, MAX_MINUTES)
  const first = Date.parse(counted[0]?.minute ?? start)
  const last = Date.parse(counted.at(-1)?.minute ?? start)
  const length = Math.min(MAX_MINUTES, Math.round((last - first) / MINUTE_MS) + 1)
  const until = new Date(first + length * MINUTE_MS).toISOString()
  const span = { from: new Date(first).toISOString(), until }
  const reacted = new Map(
    (await query.countReactions(db, id, span)).map(({ minute, reactions }) => [minute, reactions]),
  )
  const known = new Map(counted.map((row) => [row.minute, row]))
  const minutes = Array.from({ length }, (_, n) => {
    const at = new Date(first + n * MINUTE_MS).toISOString()
    return {
      at,
      people: Number(known.get(at)?.people ?? 0),
      messages: Number(known.get(at)?.messages ?? 0),
      reactions: Number(reacted.get(at.slice(0, 16)) ?? 0),
    }
  })
  return { id, title, start, minutes }
}

export async function getEventInsights(deps: Deps, viewer: Viewer): Promise<EventInsights> {
  const db = deps.read
  const room = await findRoom(db, viewer.id)
  if (!room) return { next: null, last: null, evenings: [] }
  const today = dayOf(deps.clock.now())
  const [next, last, evenings] = await Promise.all([
    query.findNext(db, room.id),
    query.findLast(db, room.id),
    query.listEvenings(db, room.id, EVENINGS),
  ])
  return {
    next: await sellThroughOf(db, next, today),
    last: await sellThroughOf(db, last, today),
    evenings: await Promise.all(evenings.map((event) => eveningOf(db, event))),
  }
}
