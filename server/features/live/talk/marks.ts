import { CURSOR, fromCursor, toCursor } from '#contract/lib/cursor.ts'
import type { Pinned } from '#contract/live/calls.ts'
import { QUESTIONS_MAX } from '#contract/live/limits.ts'
import { transact } from '#server/db/transact.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { presentTalk } from './line.ts'
import * as mark from './mark-queries.ts'
import * as query from './queries.ts'
import { withReferences } from './reference-queries.ts'
import { moderate, watch } from './talk-rights.ts'

/** Updates the readers after a mark was stored. */
type Tell = (eventId: string, seq: number) => Promise<void>

/** What hosts mark in a talk: the pinned line, and answered questions. Marks are rows of the talk, and reach viewers as lines do. */
export class TalkMarks {
  readonly #deps: Deps
  readonly #tell: Tell

  constructor(deps: Deps, tell: Tell) {
    this.#deps = deps
    this.#tell = tell
  }

  async getPinned(viewer: Viewer, id: string): Promise<Pinned> {
    const { event } = await watch(this.#deps, viewer, id)
    const pin = await mark.findPin(this.#deps.read, id)
    if (!pin) return { id: null, pinned: null }
    const line =
      pin.mark === 'pin' && (await query.findTalk(this.#deps.read, id, Number(pin.about)))
    const shown = line && line.deleted === 0 ? [line] : []
    const [row] = await withReferences(this.#deps.read, id, shown)
    return {
      id: toCursor(pin.seq),
      pinned: row ? presentTalk(row, event.owner_id, viewer.id) : null,
    }
  }

  /** Idempotent. Null unpins. */
  async putPinned(viewer: Viewer, id: string, about: number | null) {
    await moderate(this.#deps, viewer, id)
    if (about !== null) {
      const line = await query.findTalk(this.#deps.read, id, about)
      orNotFound(line?.deleted === 0 ? line : undefined)
    }
    const row = { event_id: id, user_id: viewer.id, created_at: isoNow(this.#deps) }
    const seq = await transact(this.#deps.db, async (tx) => {
      const now = await mark.findPin(tx, id)
      const pinned = now?.mark === 'pin' ? now.about : null
      if (pinned === about) return null
      const change =
        about === null
          ? { about: Number(pinned), mark: 'unpin' as const }
          : { about, mark: 'pin' as const }
      return mark.insertMark(tx, { ...row, ...change })
    })
    if (seq !== null) await this.#tell(id, seq)
  }

  /** Oldest first. */
  async listQuestions(viewer: Viewer, id: string) {
    const { event } = await moderate(this.#deps, viewer, id)
    const rows = await mark.newestQuestions(this.#deps.read, id, QUESTIONS_MAX)
    return rows.reverse().map((row) => presentTalk(row, event.owner_id, viewer.id))
  }

  /** Idempotent. */
  async answer(viewer: Viewer, id: string, messageId: string, answered: boolean) {
    await moderate(this.#deps, viewer, id)
    const about = CURSOR.test(messageId) ? fromCursor(messageId) : 0
    const line = await query.findTalk(this.#deps.read, id, about)
    orNotFound(line?.deleted === 0 && line.question === 1 ? line : undefined)
    const created_at = isoNow(this.#deps)
    const seq = await transact(this.#deps.db, async (tx) => {
      const isChanged = await mark.setAnswered(tx, id, about, answered ? created_at : null)
      if (!isChanged) return null
      const row = { event_id: id, user_id: viewer.id, created_at }
      return mark.insertMark(tx, { ...row, about, mark: 'answer' })
    })
    if (seq !== null) await this.#tell(id, seq)
  }
}
