import { hash } from 'node:crypto'
import { TALK_CATCH_UP } from '#contract/limits.ts'
import type { Ready } from '#server/http/ready.ts'
import { type Line, spelled } from './line.ts'

/** Lines kept in memory: the largest page, and what one who was away for a while has missed. */
export const WINDOW = 300
const OVERFLOW = 400

const readyOf = (lines: Line[], viewerId: string): Ready => {
  const bytes = Buffer.from(`[${lines.map((line) => spelled(line, viewerId)).join(',')}]`)
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url').slice(0, 8)}"` }
}
const NOBODY = ''

interface Page {
  lines: Line[]
  shared: Ready
  /** Those whose own page differs, each as it was asked for. */
  own: Map<string, Ready | null>
}

/**
 * The newest lines of one event, oldest first, and the pages that were asked of them as ready bytes: spelled once for
 * each change, whoever asks, and once more for who finds a line of their own on it.
 */
export function talkWindow() {
  let lines: Line[] = []
  /** The seq after which nothing is missing here. */
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
    const spelledOwn = readyOf(page.lines, viewerId)
    page.own.set(viewerId, spelledOwn)
    return spelledOwn
  }
  function pageOf(key: string, choose: () => Line[], viewerId: string): Ready {
    const known = pages.get(key)
    if (known) return forViewer(known, viewerId)
    const chosen = choose()
    const authors = chosen.flatMap(({ author }) => (author === null ? [] : [author]))
    const page: Page = {
      lines: chosen,
      shared: readyOf(chosen, NOBODY),
      own: new Map(authors.map((author) => [author, null])),
    }
    pages.set(key, page)
    return forViewer(page, viewerId)
  }

  return {
    isFilled: () => isFilled,
    /** The seq of the newest line there is. */
    last: () => last,
    /** Begins anew with the newest lines, oldest first; `whole` where there are no older ones. */
    fill(newest: Line[], whole: boolean) {
      isFilled = true
      lines = newest
      from = whole ? 0 : (newest[0]?.seq ?? 1) - 1
      last = newest.at(-1)?.seq ?? 0
      pages = new Map()
    },
    /** Later lines, in order. Those known already are passed over; returns those that were new. */
    append(later: Line[]): Line[] {
      const fresh = later.filter(({ seq }) => seq > last)
      for (const line of fresh) {
        lines.push(line)
        last = line.seq
        if (line.deletes !== null) drop(line.deletes)
      }
      if (lines.length > OVERFLOW) {
        lines = lines.slice(-WINDOW)
        from = lines[0]!.seq - 1
      }
      if (fresh.length > 0) pages = new Map()
      return fresh
    },
    /** The `count` newest messages; undefined where they reach beyond the window. */
    newest(count: number, viewerId: string): Ready | undefined {
      const key = `newest ${count}`
      if (pages.has(key)) return pageOf(key, () => [], viewerId)
      const standing = lines.filter(({ deletes }) => deletes === null)
      if (standing.length < count && from > 0) return undefined
      return pageOf(key, () => standing.slice(-count), viewerId)
    },
    /** What came after `seq`, tombstones included; undefined where that is older than the window. */
    after(seq: number, viewerId: string): Ready | undefined {
      if (seq >= last) return NOTHING
      if (seq < from) return undefined
      const first = lines.findIndex((line) => line.seq > seq)
      // Whoever asks from between two lines gets the same page: strangers cannot fill the memory with pages.
      return pageOf(
        `after ${first}`,
        () => (first < 0 ? [] : lines.slice(first, first + TALK_CATCH_UP)),
        viewerId,
      )
    },
    /** The lines after `seq`; undefined where that is older than the window. */
    since: (seq: number): Line[] | undefined =>
      seq < from ? undefined : lines.filter((line) => line.seq > seq),
    find: (seq: number) => lines.find((line) => line.seq === seq),
  }
}
export type TalkWindow = ReturnType<typeof talkWindow>

export const NOTHING: Ready = readyOf([], NOBODY)
