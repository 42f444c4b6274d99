import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

interface Memory<V> {
  clock: Clock
  /** Milliseconds that what is remembered holds without being asked for again. */
  holdMs: number
  /** The oldest are forgotten first. */
  most: number
  /** Asks for many in one question; returns the keys of those that still hold. */
  askAgain: (those: Map<string, V>) => Promise<ReadonlySet<string>>
}
/** What is held, for whoever keeps it at hand: reading it costs no search among thousands. */
export interface Held<V> {
  readonly key: string
  readonly value: V
}
interface Entry<V> extends Held<V> {
  /** Milliseconds since 1970. */
  until: number
  /** Never held for longer, whatever the answer. */
  ends: number
  askFrom: number
  isDue: boolean
}
/** Those whose time comes within it are asked for together. */
const GATHER_MS = 500
/**
 * Of what is held: from somewhere within it whoever is looked up is asked for again, so that nobody ever waits for it.
 * Thousands who came together do not all come to it together.
 */
const ASK_FROM = { least: 0.4, most: 0.8 }
/** Values in one question: a few milliseconds, in which nobody else is answered. */
const BATCH_SIZE = 100

/**
 * What a question to the database found, remembered for a while; whoever is looked up often is asked for again in good
 * time, many at once. For what thousands ask each second: one question each would cost more than all their answers.
 */
export function remembered<V>({ clock, holdMs, most, askAgain }: Memory<V>) {
  const entries = new Map<string, Entry<V>>()
  let due = new Map<string, Entry<V>>()

  /** Also for whoever has it at hand. */
  function drop(entry: Entry<V> | undefined) {
    if (!entry) return
    entry.until = 0
    // There may be a newer one of that name.
    if (entries.get(entry.key) === entry) entries.delete(entry.key)
  }
  function hold(entry: Entry<V>) {
    const now = clock.now().getTime()
    entry.until = Math.min(entry.ends, now + holdMs)
    const { least, most } = ASK_FROM
    entry.askFrom = now + holdMs * (least + Math.random() * (most - least))
    entry.isDue = false
  }
  async function ask(those: [string, Entry<V>][]) {
    const holding = await askAgain(new Map(those.map(([key, { value }]) => [key, value])))
    // Forgotten while we asked, it stays forgotten.
    for (const [key, entry] of those)
      if (entries.get(key) !== entry) continue
      else if (holding.has(key)) hold(entry)
      else drop(entry)
  }
  async function askForAll() {
    const all = [...due]
    due = new Map()
    for (let at = 0; at < all.length; at += BATCH_SIZE) {
      // Without an answer each holds until its time is over, and is then asked for by whoever needs it.
      await ask(all.slice(at, at + BATCH_SIZE)).catch(() => {})
      await setImmediate() // SQLite answers at once: without this nobody gets a word in until all are asked for
    }
  }

  /** What it holds, if it still does. */
  function read(held: Held<V>): V | undefined {
    const entry = held as Entry<V>
    const now = clock.now().getTime()
    // Held by a clock that was ahead it would be held until that time is there.
    if (now >= entry.until || entry.until - now > holdMs) {
      drop(entry)
      return undefined
    }
    if (now >= entry.askFrom && !entry.isDue) {
      entry.isDue = true
      if (due.size === 0) setTimeout(askForAll, GATHER_MS).unref()
      due.set(entry.key, entry)
    }
    return entry.value
  }

  return {
    get(key: string): V | undefined {
      const entry = entries.get(key)
      return entry && read(entry)
    },
    find: (key: string): Held<V> | undefined => entries.get(key),
    read,
    set(key: string, value: V, ends = Number.POSITIVE_INFINITY): void {
      drop(entries.get(key))
      if (entries.size >= most) drop(entries.values().next().value)
      const entry = { key, value, ends, until: 0, askFrom: 0, isDue: false }
      hold(entry)
      entries.set(key, entry)
    },
    forget: (key: string): void => drop(entries.get(key)),
    forgetWhere(fits: (value: V) => boolean): void {
      for (const entry of entries.values()) if (fits(entry.value)) drop(entry)
    },
  }
}
export type Remembered<V> = ReturnType<typeof remembered<V>>
