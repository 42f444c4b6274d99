import { CURSOR, fromCursor } from '#contract/cursor.ts'
import type { TalkMessage } from '#contract/live.ts'
import { TALK_NG_WORD } from '#contract/messages.ts'
import { nextOf } from '#server/db/counter.ts'
import { groupedWrites, type Write } from '#server/db/group.ts'
import type { Tx } from '#server/db/schema.ts'
import { mayModerateEvent } from '#server/features/events/policy.ts'
import { holdsNgWord } from '#server/features/words/ng.ts'
import { forbidden, invalid, notFound } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { demandVoice, type Seen, type TalkAccess } from './access.ts'
import type { TalkFeed } from './feed.ts'
import { presentTalk } from './line.ts'
import { type TalkPace, talkPace } from './pace.ts'
import * as query from './queries.ts'

interface Message {
  message: string
  client_id?: string | undefined
}
type PostingDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'config' | 'log' | 'words'>

/** The tables that grow: each event's lines are written in groups, one commit for all that came during the last. */
export function talkPosting(deps: PostingDeps, feed: TalkFeed, { watch }: TalkAccess) {
  const { db, read, clock, log } = deps
  const pace = talkPace(deps)
  const writing = writesByEvent(db)

  async function said(viewer: Viewer, { event }: Seen, clientId: string | undefined) {
    if (clientId === undefined) return undefined
    const row = await query.findSent(read, event.id, viewer.id, clientId)
    return row && new Reply(presentTalk(row, event.owner_id, viewer.id), { status: 200 })
  }
  /** Whoever follows here learns it now, those of other processes soon; that it is kept is true either way. */
  async function tell(eventId: string, seq: number) {
    try {
      await (await feed.open(eventId)).refresh()
    } catch (error) {
      log.warn({ error }, 'a message is kept, but those who follow could not be told')
    }
    void feed.announce(eventId, seq)
  }
  async function answerOf(viewer: Viewer, { event }: Seen, seq: number): Promise<TalkMessage> {
    const line = feed.peek(event.id)?.find(seq)
    if (line) return JSON.parse(line.own) as TalkMessage
    const row = await query.findTalk(read, event.id, seq)
    return presentTalk(row!, event.owner_id, viewer.id)
  }
  /** It was not kept: sent twice at the same moment, or forbidden in between. */
  async function repeatOrRefuse(viewer: Viewer, id: string, clientId: string | undefined) {
    const seen = await watch(viewer, id)
    const known = await said(viewer, seen, clientId)
    if (known) return known
    demandVoice(seen.seat)
    throw forbidden()
  }

  return {
    tell,
    /** 200 and the same message where its `client_id` was sent before. */
    async post(viewer: Viewer, id: string, { message, client_id }: Message) {
      const seen = await watch(viewer, id)
      const known = await said(viewer, seen, client_id)
      if (known) return known
      demandVoice(seen.seat)
      if (holdsNgWord(message, JSON.parse(seen.event.ng_words) as string[]))
        throw invalid({ message: [TALK_NG_WORD] })
      await deps.words.demand({ message })
      pace.check(viewer.id)
      const at = clock.now()
      const pause = mayModerateEvent(seen.seat) ? 0 : seen.event.slow_seconds
      const seq = await writing(id)((tx) =>
        keep(tx, pace, pause, {
          event_id: id,
          user_id: viewer.id,
          message,
          client_id: client_id ?? null,
          created_at: at.toISOString(),
        }),
      ).catch(unlessNotKept)
      if (seq === null) return repeatOrRefuse(viewer, id, client_id)
      await tell(id, seq)
      return answerOf(viewer, seen, seq)
    },

    /** Deleted twice is deleted. */
    async delete(viewer: Viewer, id: string, messageId: string) {
      const { seat } = await watch(viewer, id)
      const target = CURSOR.test(messageId) ? fromCursor(messageId) : 0
      const talk = await query.findTalk(read, id, target)
      if (!talk) throw notFound()
      if (talk.user_id !== viewer.id && !mayModerateEvent(seat)) throw forbidden()
      const stone = {
        event_id: id,
        user_id: viewer.id,
        deletes: target,
        created_at: clock.now().toISOString(),
      }
      const seq = await writing(id)((tx) => bury(tx, stone))
      if (seq !== null) await tell(id, seq)
    },
  }
}

/** Undoes the one message, its number too, and leaves its group alone. */
class NotKept extends Error {}
const unlessNotKept = (error: unknown) => {
  if (error instanceof NotKept) return null
  throw error
}

/** Its seq. The number comes first: its row is locked to the commit, so that what follows looks at a talk that stands still. */
async function keep(tx: Tx, pace: TalkPace, pause: number, talk: Omit<query.NewTalk, 'seq'>) {
  const seq = await nextOf(tx, query.seriesOf(talk.event_id))
  await pace.demand(tx, pause, talk)
  if (!(await query.insertTalk(tx, { ...talk, seq }))) throw new NotKept()
  return seq
}

/** The tombstone's seq; null where it was deleted already. */
async function bury(tx: Tx, stone: Omit<Parameters<typeof query.insertTombstone>[1], 'seq'>) {
  if (!(await query.eraseTalk(tx, stone.event_id, stone.deletes!))) return null
  const seq = await nextOf(tx, query.seriesOf(stone.event_id))
  await query.insertTombstone(tx, { ...stone, seq })
  return seq
}

/** Events that were written to at the same time, at most; a group that is forgotten while it runs comes to its end. */
const MAX_EVENTS = 1_000

/** One queue an event: two events in one transaction, locked in another order elsewhere, would kill one another. */
function writesByEvent(db: Deps['db']): (eventId: string) => Write {
  const writes = new Map<string, Write>()
  return (eventId) => {
    const write = writes.get(eventId) ?? groupedWrites(db)
    if (writes.size >= MAX_EVENTS) writes.clear()
    writes.set(eventId, write)
    return write
  }
}
