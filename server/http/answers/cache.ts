import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

interface Memory<V> {
  clock: Clock
  /** Lifetime of an entry without a refresh, in milliseconds. */
  holdMs: number
  /** Number of entries; the oldest are dropped first. */
  max: number
  /** Refreshes many entries in one query; returns the keys that are still valid. */
  askAgain: (those: Map<string, V>) => Promise<ReadonlySet<string>>
}
/** Reference to an entry, which saves callers the lookup among thousands. */
export interface CacheHandle<V> {
  readonly key: string
  readonly value: V
}
interface Entry<V> extends CacheHandle<V> {
  /** Milliseconds since 1970. */
  until: number
  /** Latest end, independent of refreshes. */
  ends: number
  askFrom: number
  isDue: boolean
}
/** Entries that are due within this time are refreshed together. */
const GATHER_MS = 500
/**
 * Range of an entry's lifetime in which it is refreshed if used, so that no caller waits. Random, so that entries
 * added together are not all refreshed together.
 */
const ASK_FROM = { least: 0.4, most: 0.8 }
/** Entries per query: a few milliseconds, in which the event loop is blocked. */
const BATCH_SIZE = 100

/**
 * Caches results of database checks that thousands need each second. Used entries are refreshed in batches before
 * they expire: one query per check would cost more than all the responses.
 */
export class Cache<V> {
  readonly #parts: Memory<V>
  readonly #entries = new Map<string, Entry<V>>()
  #due = new Map<string, Entry<V>>()

  constructor(parts: Memory<V>) {
    this.#parts = parts
  }

  /** Also invalidates held references. */
  #drop(entry: Entry<V> | undefined) {
    if (!entry) return
    entry.until = 0
    // The key may have a newer entry.
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
  }

  #hold(entry: Entry<V>) {
    const now = this.#parts.clock.now().getTime()
    entry.until = Math.min(entry.ends, now + this.#parts.holdMs)
    const { least, most } = ASK_FROM
    entry.askFrom = now + this.#parts.holdMs * (least + Math.random() * (most - least))
    entry.isDue = false
  }

  async #ask(those: [string, Entry<V>][]) {
    const holding = await this.#parts.askAgain(
      new Map(those.map(([key, { value }]) => [key, value])),
    )
    // An entry deleted during the query stays deleted.
    for (const [key, entry] of those)
      if (this.#entries.get(key) !== entry) continue
      else if (holding.has(key)) this.#hold(entry)
      else this.#drop(entry)
  }

  async #askForAll() {
    const all = [...this.#due]
    this.#due = new Map()
    for (let at = 0; at < all.length; at += BATCH_SIZE) {
      // On an error entries keep their lifetime, and the next caller queries again.
      await this.#ask(all.slice(at, at + BATCH_SIZE)).catch(() => {})
      await setImmediate() // SQLite is synchronous: yield between batches.
    }
  }

  /** The value, unless expired. */
  read(handle: CacheHandle<V>): V | undefined {
    // Callers get entries as handles; only `read` may look inside.
    const entry = handle as Entry<V>
    const now = this.#parts.clock.now().getTime()
    // Written by a clock that was ahead: it would last until that time.
    if (now >= entry.until || entry.until - now > this.#parts.holdMs) {
      this.#drop(entry)
      return undefined
    }
    if (now >= entry.askFrom && !entry.isDue) {
      entry.isDue = true
      if (this.#due.size === 0) setTimeout(() => this.#askForAll(), GATHER_MS).unref()
      this.#due.set(entry.key, entry)
    }
    return entry.value
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry && this.read(entry)
  }

  find(key: string): CacheHandle<V> | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: V, ends = Number.POSITIVE_INFINITY): void {
    this.#drop(this.#entries.get(key))
    if (this.#entries.size >= this.#parts.max) this.#drop(this.#entries.values().next().value)
    const entry = { key, value, ends, until: 0, askFrom: 0, isDue: false }
    this.#hold(entry)
    this.#entries.set(key, entry)
  }

  remove(key: string): void {
    this.#drop(this.#entries.get(key))
  }

  removeWhere(fits: (value: V) => boolean): void {
    for (const entry of this.#entries.values()) if (fits(entry.value)) this.#drop(entry)
  }
}
