import { hash } from 'node:crypto'
import { TALK_CATCH_UP } from '#contract/live/limits.ts'
import type { Ready } from '#server/http/ready.ts'
import { spelled, type TalkLine } from './line.ts'

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
export function talkWindow() {
  let lines: TalkLine[] = []
  /** Every line after this seq is in memory. */
  let from = 0
  let last = 0
  let isFilled = false
  let pages = new Map<string, Page>()

  function drop(seq: number) {
    const at = lines.findIndex((line) => line.seq === seq)
    if (at >= 0) lines.splice(at, 1)
  }
  function forViewer(page: Page, viewerId: string): Ready {
    const own = page.own.get(viewerId)
    if (own === undefined) return page.shared
    if (own) return own
    const spelledOwn = cachedOf(page.lines, viewerId)
    page.own.set(viewerId, spelledOwn)
    return spelledOwn
  }
  function pageOf(key: string, choose: () => TalkLine[], viewerId: string): Ready {
    const known = pages.get(key)
    if (known) return forViewer(known, viewerId)
    const chosen = choose()
    const authors = chosen.flatMap(({ author }) => (author === null ? [] : [author]))
    const page: Page = {
      lines: chosen,
      shared: cachedOf(chosen, NOBODY),
      own: new Map(authors.map((author) => [author, null])),
    }
    pages.set(key, page)
    return forViewer(page, viewerId)
  }

  return {
    isFilled: () => isFilled,
    /** Seq of the newest line. */
    last: () => last,
    /** Replaces the window by the newest lines, oldest first; `whole`: there are no older lines. */
    fill(newest: TalkLine[], isComplete: boolean) {
      isFilled = true
      lines = newest
      from = isComplete ? 0 : (newest[0]?.seq ?? 1) - 1
      last = newest.at(-1)?.seq ?? 0
      pages = new Map()
    },
    /** Appends later lines, in order; skips known ones and returns the new ones. */
    append(later: TalkLine[]): TalkLine[] {
      const fresh = later.filter(({ seq }) => seq > last)
      for (const line of fresh) {
        lines.push(line)
        last = line.seq
        if (line.deletes !== null) drop(line.deletes)
      }
      const first = lines.length > OVERFLOW && lines.at(-WINDOW)
      if (first) {
        lines = lines.slice(-WINDOW)
        from = first.seq - 1
      }
      if (fresh.length > 0) pages = new Map()
      return fresh
    },
    /** The `count` newest messages; undefined if they go beyond the window. */
    newest(count: number, viewerId: string): Ready | undefined {
      const key = `newest ${count}`
      if (pages.has(key)) return pageOf(key, () => [], viewerId)
      const visible = lines.filter(({ deletes }) => deletes === null)
      if (visible.length < count && from > 0) return undefined
      return pageOf(key, () => visible.slice(-count), viewerId)
    },
    /** Lines after `seq`, including tombstones; undefined if `seq` is older than the window. */
    after(seq: number, viewerId: string): Ready | undefined {
      if (seq >= last) return NOTHING
      if (seq < from) return undefined
      const first = lines.findIndex((line) => line.seq > seq)
      // All positions between two lines share a page, so that callers cannot fill the memory.
      return pageOf(
        `after ${first}`,
        () => (first < 0 ? [] : lines.slice(first, first + TALK_CATCH_UP)),
        viewerId,
      )
    },
    /** The lines after `seq`; undefined if it is older than the window. */
    since: (seq: number): TalkLine[] | undefined =>
      seq < from ? undefined : lines.filter((line) => line.seq > seq),
    find: (seq: number) => lines.find((line) => line.seq === seq),
  }
}
export type TalkWindow = ReturnType<typeof talkWindow>

export const NOTHING: Ready = cachedOf([], NOBODY)
