import { setTimeout as wait } from 'node:timers/promises'
import { defined } from '#contract/lib/defined.ts'
import { listDemo } from '#server/features/live/broadcast-queries.ts'
import type { Talk } from '#server/features/live/talk/talk.ts'
import { type Deps, withoutSession } from '#server/process/deps.ts'
import { AFTER_BREAK, HOST } from './plans/talk-lines.ts'

/** Pauses between lines, in seconds, in turn. */
const PAUSES = [7, 16, 5, 24, 11, 9, 31, 6, 18, 13]
/** Reactions with each line, in turn. */
const REACTIONS = [1, 0, 3, 0, 0, 2, 7, 0, 1, 4]
const MAX_GUESTS = 40

export interface AudienceDeps {
  deps: Deps
  talk: Pick<Talk, 'posting' | 'react'>
}

/**
 * Lets the demo's viewers go on talking while its event is on air, so that the first look at it is not an evening that
 * stopped when the demo was filled. Ends with the last line, with the event, or with `stop`.
 */
export function startAudience({ deps, talk }: AudienceDeps) {
  const controller = new AbortController()
  const { signal } = controller
  async function run() {
    const audience = await findAudience(deps)
    if (!audience) return
    for (let n = audience.posted; n < AFTER_BREAK.length && !signal.aborted; n++) {
      await wait(inTurn(PAUSES, n) * 1_000, undefined, { signal })
      await sayLine(talk, audience, n)
    }
  }
  const ended = run().catch((error) => {
    // The owner ended the event, or closed its talk; or this process stops.
    if (!signal.aborted) deps.log.info({ error: String(error) }, 'the audience of the demo left')
  })
  return {
    async stop() {
      controller.abort()
      await ended
    },
  }
}

interface Audience {
  eventId: string
  hostId: string
  /** At least one. */
  guestIds: string[]
  /** Lines that were posted before this process started. */
  posted: number
}

/** The event on air and who talks there; null if none is. People who can log in speak for themselves. */
export async function findAudience({ read }: Pick<Deps, 'read'>): Promise<Audience | null> {
  const eventId = (await listDemo(read)).find(({ state }) => state === 'on_air')?.event_id
  if (eventId === undefined) return null
  const { owner_id } = await read
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select('room.owner_id')
    .where('event.id', '=', eventId)
    .executeTakeFirstOrThrow()
  const guests = await read
    .selectFrom('entitlement')
    .innerJoin('user', 'user.id', 'entitlement.user_id')
    .select('user.id')
    .where('entitlement.subject_id', '=', eventId)
    .where('entitlement.status', '=', 'valid')
    .where('user.password_hash', 'is', null)
    .orderBy('user.id')
    .limit(MAX_GUESTS)
    .execute()
  const { posted } = await read
    .selectFrom('talk')
    .select(({ fn }) => fn.countAll().as('posted'))
    .where('event_id', '=', eventId)
    .where('client_id', 'like', `${CLIENT_ID}%`)
    .executeTakeFirstOrThrow()
  const guestIds = guests.map(({ id }) => id)
  if (guestIds.length === 0) return null
  return { eventId, hostId: owner_id, guestIds, posted: Number(posted) }
}

const CLIENT_ID = 'demo-'

/** Says the nth line after the break. Idempotent. Throws if its speaker may not speak there. */
export async function sayLine(talk: AudienceDeps['talk'], audience: Audience, n: number) {
  const { eventId, hostId, guestIds } = audience
  const line = defined(AFTER_BREAK[n], 'a line')
  const isHost = line.startsWith(HOST)
  const message = isHost ? line.slice(HOST.length) : line
  const speaker = withoutSession(isHost ? hostId : inTurn(guestIds, n))
  await talk.posting.post(speaker, eventId, { message, client_id: `${CLIENT_ID}${n}` })
  const reactions = inTurn(REACTIONS, n)
  if (reactions > 0) await talk.react(speaker, eventId, reactions)
}

const inTurn = <T>(values: readonly T[], n: number) => defined(values[n % values.length], 'a value')
