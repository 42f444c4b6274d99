import { hash } from 'node:crypto'
import { TALK_CATCH_UP } from '#contract/live/limits.ts'
import type { Ready } from '#server/http/ready.ts'
import { spelled, type TalkLine, withoutReplied } from './line.ts'

/** Lines in memory: enough for the largest page, and for clients that were away for a while. */
export const WINDOW = 300
const OVERFLOW = 400

const cachedOf = (lines: TalkLine[], viewerId: string): Ready => {
  const bytes = Buffer.from(`[${lines.map((line) => spelled(line, viewerId)).join(',')}]`)
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url').slice(0, 8)}"` }
}
const NOBODY = ''

interface Page {
  lines: TalkLine[]
  shared: Ready
  /** Authors with their own variant of the page; null until it is requested. */
  own: Map<string, Ready | null>
}

/**
 * The newest lines of one event, oldest first, and requested pages as bytes: serialized once after each change for
 * all viewers, and once more for each author of a line.
 */
export class TalkWindow {
  #lines: TalkLine[] = []
  /** Every line after this seq is in memory. */
  #from = 0
  #last = 0
  #isFilled = false
  #pages = new Map<string, Page>()

  /** Removes a line, the marks about it, which may hold its text, and its author's name in replies. */
  #drop(seq: number) {
    this.#lines = this.#lines
      .filter((line) => line.seq !== seq && line.about !== seq)
      .map((line) => (line.replyTo === seq ? withoutReplied(line) : line))
  }

  #replace(updated: TalkLine) {
    this.#lines = this.#lines.map((line) => (line.seq === updated.seq ? updated : line))
  }

  #forViewer(page: Page, viewerId: string): Ready {
    const own = page.own.get(viewerId)
    if (own === undefined) return page.shared
    if (own) return own
    const spelledOwn = cachedOf(page.lines, viewerId)
    page.own.set(viewerId, spelledOwn)
    return spelledOwn
  }

  #pageOf(key: string, choose: () => TalkLine[], viewerId: string): Ready {
    const known = this.#pages.get(key)
    if (known) return this.#forViewer(known, viewerId)
    const chosen = choose()
    const authors = chosen.flatMap(({ author }) => (author === null ? [] : [author]))
    const page: Page = {
      lines: chosen,
      shared: cachedOf(chosen, NOBODY),
      own: new Map(authors.map((author) => [author, null])),
    }
    this.#pages.set(key, page)
    return this.#forViewer(page, viewerId)
  }

  isFilled() {
    return this.#isFilled
  }

  /** Seq of the newest line. */
  last() {
    return this.#last
  }

  /** Replaces the window by the newest lines, oldest first; `whole`: there are no older lines. */
  fill(newest: TalkLine[], isComplete: boolean) {
    this.#isFilled = true
    this.#lines = newest
    this.#from = isComplete ? 0 : (newest[0]?.seq ?? 1) - 1
    this.#last = newest.at(-1)?.seq ?? 0
    this.#pages = new Map()
  }

  /** Appends later lines, in order; skips known ones and returns the new ones. */
  append(later: TalkLine[]): TalkLine[] {
    const fresh = later.filter(({ seq }) => seq > this.#last)
    for (const line of fresh) {
      this.#lines.push(line)
      this.#last = line.seq
      if (line.deletes !== null) this.#drop(line.deletes)
      if (line.updated) this.#replace(line.updated)
    }
    const first = this.#lines.length > OVERFLOW && this.#lines.at(-WINDOW)
    if (first) {
      this.#lines = this.#lines.slice(-WINDOW)
      this.#from = first.seq - 1
    }
    if (fresh.length > 0) this.#pages = new Map()
    return fresh
  }

  /** The `count` newest messages; undefined if they go beyond the window. */
  newest(count: number, viewerId: string): Ready | undefined {
    const key = `newest ${count}`
    if (this.#pages.has(key)) return this.#pageOf(key, () => [], viewerId)
    const visible = this.#lines.filter(({ isMessage }) => isMessage)
    if (visible.length < count && this.#from > 0) return undefined
    return this.#pageOf(key, () => visible.slice(-count), viewerId)
  }

  /** Lines after `seq`, including tombstones; undefined if `seq` is older than the window. */
  after(seq: number, viewerId: string): Ready | undefined {
    if (seq >= this.#last) return NOTHING
    if (seq < this.#from) return undefined
    const first = this.#lines.findIndex((line) => line.seq > seq)
    // All positions between two lines share a page, so that callers cannot fill the memory.
    return this.#pageOf(
      `after ${first}`,
      () => (first < 0 ? [] : this.#lines.slice(first, first + TALK_CATCH_UP)),
      viewerId,
    )
  }

  /** The lines after `seq`; undefined if it is older than the window. */
  since(seq: number): TalkLine[] | undefined {
    return seq < this.#from ? undefined : this.#lines.filter((line) => line.seq > seq)
  }

  find(seq: number) {
    return this.#lines.find((line) => line.seq === seq)
  }
}

export const NOTHING: Ready = cachedOf([], NOBODY)
