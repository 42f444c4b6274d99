import { CURSOR, fromCursor } from '#contract/lib/cursor.ts'
import { defined } from '#contract/lib/defined.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { TALK_NG_WORD } from '#contract/live/messages.ts'
import { STAMP_UNKNOWN } from '#contract/stamps/messages.ts'
import { nextSequence } from '#server/db/counter.ts'
import { groupedWrites, type Write } from '#server/db/group.ts'
import { textsOf } from '#server/db/json.ts'
import type { Tx } from '#server/db/schema.ts'
import { rollBack } from '#server/db/transact.ts'
import { mayModerateEvent } from '#server/features/events/policy.ts'
import { findStamp } from '#server/features/stamps/queries.ts'
import { holdsNgWord } from '#server/features/words/ng.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { forbidden, invalid, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { countLines } from './count-queries.ts'
import type { TalkFeed } from './feed.ts'
import { presentTalk } from './line.ts'
import { TalkPace } from './pace.ts'
import * as query from './queries.ts'
import { withReferences } from './reference-queries.ts'
import { assertCanPost, type Seen, watch } from './talk-rights.ts'

interface Message {
  message: string
  client_id?: string | undefined
  reply_to?: number | undefined
  question?: boolean | undefined
  /** The line is a stamp: its name takes the place of `message`. */
  stamp_id?: string | undefined
}

/** Posting and deleting talk. Writes of an event are grouped: one commit for all that arrived during the last. */
export class TalkPosting {
  readonly #deps: Deps
  readonly #feed: TalkFeed
  readonly #pace
  readonly #writing

  constructor(deps: Deps, feed: TalkFeed) {
    this.#deps = deps
    this.#feed = feed
    this.#pace = new TalkPace(deps)
    this.#writing = writesByEvent(deps.db)
  }

  async #findPosted(viewer: Viewer, { event }: Seen, clientId: string | undefined) {
    if (clientId === undefined) return undefined
    const row = await query.findSent(this.#deps.read, event.id, viewer.id, clientId)
    return row && new Reply(presentTalk(row, event.owner_id, viewer.id), { status: 200 })
  }

  /** Updates readers of this process now, others soon. Errors are logged only, since the message is stored. */
  async tell(eventId: string, seq: number) {
    try {
      await (await this.#feed.open(eventId)).refresh()
    } catch (error) {
      this.#deps.log.warn({ error }, 'A message is stored, but its readers could not be updated.')
    }
    void this.#feed.announce(eventId, seq)
  }

  async #answerOf(viewer: Viewer, { event }: Seen, seq: number): Promise<TalkMessage> {
    const line = this.#feed.peek(event.id)?.find(seq)
    // Made of a `TalkMessage` in this process; checking it again would take three times as long.
    if (line) return JSON.parse(line.own) as TalkMessage
    const stored = await query.findTalk(this.#deps.read, event.id, seq)
    const [row] = await withReferences(this.#deps.read, event.id, stored ? [stored] : [])
    return presentTalk(defined(row, 'a stored message'), event.owner_id, viewer.id)
  }

  /** Answer for a message that was not stored: a concurrent duplicate, or a right lost meanwhile. */
  async #repeatOrRefuse(viewer: Viewer, id: string, clientId: string | undefined) {
    const seen = await watch(this.#deps, viewer, id)
    const known = await this.#findPosted(viewer, seen, clientId)
    if (known) return known
    assertCanPost(seen.seat)
    throw forbidden()
  }

  /** A stamp of the event's room; refuses another one. */
  async #stampOf({ event }: Seen, id: string) {
    const stamp = await findStamp(this.#deps.read, event.room_id, id)
    if (!stamp) throw invalid({ stamp_id: [STAMP_UNKNOWN] })
    return stamp
  }

  /** Returns 200 and the earlier message if its `client_id` was used before. */
  async post(viewer: Viewer, id: string, input: Message) {
    const { client_id, question = false, stamp_id } = input
    const seen = await watch(this.#deps, viewer, id)
    const known = await this.#findPosted(viewer, seen, client_id)
    if (known) return known
    assertCanPost(seen.seat)
    const stamp = stamp_id === undefined ? null : await this.#stampOf(seen, stamp_id)
    const message = stamp?.name ?? input.message
    if (holdsNgWord(message, textsOf(seen.event.ng_words)))
      throw invalid({ message: [TALK_NG_WORD] })
    await this.#deps.words.assertAllowed({ message })
    this.#pace.check(viewer.id)
    // A line that was deleted while the reply was written: the reply becomes an ordinary line.
    const replied = await query.findTalk(this.#deps.read, id, input.reply_to ?? 0)
    const at = this.#deps.clock.now()
    const pause = mayModerateEvent(seen.seat) ? 0 : seen.event.slow_seconds
    const seq = await this.#writing(id)((tx) =>
      insertTalk(tx, this.#pace, pause, {
        event_id: id,
        user_id: viewer.id,
        message,
        client_id: client_id ?? null,
        created_at: at.toISOString(),
        reply_to: replied?.deleted === 0 ? replied.seq : null,
        question: question ? 1 : 0,
        stamp_id: stamp?.id ?? null,
      }),
    )
    if (seq === null) return this.#repeatOrRefuse(viewer, id, client_id)
    await this.tell(id, seq)
    return this.#answerOf(viewer, seen, seq)
  }

  /** Idempotent. */
  async delete(viewer: Viewer, id: string, messageId: string) {
    const { seat } = await watch(this.#deps, viewer, id)
    const target = CURSOR.test(messageId) ? fromCursor(messageId) : 0
    const talk = orNotFound(await query.findTalk(this.#deps.read, id, target))
    if (talk.user_id !== viewer.id && !mayModerateEvent(seat)) throw forbidden()
    const tombstone = {
      event_id: id,
      user_id: viewer.id,
      deletes: target,
      created_at: isoNow(this.#deps),
    }
    const seq = await this.#writing(id)((tx) => softDelete(tx, tombstone))
    if (seq !== null) await this.tell(id, seq)
  }
}

/**
 * Returns the seq, or null for a message that was not stored: its number is rolled back, within its group. Taking the
 * seq first locks the event's counter until the commit, so later checks see a stable talk.
 */
async function insertTalk(tx: Tx, pace: TalkPace, pause: number, talk: Omit<query.NewTalk, 'seq'>) {
  const seq = await nextSequence(tx, query.sequenceOf(talk.event_id))
  await pace.assertPace(tx, pause, talk)
  if (!(await query.insertTalk(tx, { ...talk, seq }))) return rollBack(null)
  await countLines(tx, { eventId: talk.event_id, userId: talk.user_id, change: 1 })
  return seq
}

/** Seq of the tombstone; null if the line was deleted already. */
async function softDelete(tx: Tx, tombstone: Omit<query.Tombstone, 'seq'>) {
  const userId = await query.eraseTalk(tx, tombstone.event_id, tombstone.deletes)
  if (userId === null) return null
  const seq = await nextSequence(tx, query.sequenceOf(tombstone.event_id))
  await query.insertTombstone(tx, { ...tombstone, seq })
  await countLines(tx, { eventId: tombstone.event_id, userId, change: -1 })
  return seq
}

/** Size limit of the map; a group removed while it runs is completed. */
const MAX_EVENTS = 1_000

/** One queue per event: a transaction over two events could deadlock with another lock order. */
function writesByEvent(db: Deps['db']): (eventId: string) => Write {
  const writes = new Map<string, Write>()
  return (eventId) => {
    const write = writes.get(eventId) ?? groupedWrites(db)
    if (writes.size >= MAX_EVENTS) writes.clear()
    writes.set(eventId, write)
    return write
  }
}
