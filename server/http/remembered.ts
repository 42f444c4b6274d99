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
interface Entry<V> {
  value: V
  /** Milliseconds since 1970. */
  until: number
  /** Never held for longer, whatever the answer. */
  ends: number
  askFrom: number
  isDue: boolean
}
/** Those whose time comes within it are asked for together. */
const GATHER_MS = 500
/** Of what is held: from then on whoever is looked up is asked for again, so that nobody ever waits for it. */
const ASK_FROM = 0.6
/** Values in one question. */
const MOST_AT_ONCE = 500

/**
 * What a question to the database found, remembered for a while; whoever is looked up often is asked for again in good
 * time, many at once. For what thousands ask each second: one question each would cost more than all their answers.
 */
export function remembered<V>({ clock, holdMs, most, askAgain }: Memory<V>) {
  const entries = new Map<string, Entry<V>>()
  let due = new Map<string, Entry<V>>()

  function hold(entry: Entry<V>) {
    const now = clock.now().getTime()
    entry.until = Math.min(entry.ends, now + holdMs)
    entry.askFrom = now + holdMs * ASK_FROM
    entry.isDue = false
  }
  async function ask(those: [string, Entry<V>][]) {
    const holding = await askAgain(new Map(those.map(([key, { value }]) => [key, value])))
    // Forgotten while we asked, it stays forgotten.
    for (const [key, entry] of those)
      if (entries.get(key) !== entry) continue
      else if (holding.has(key)) hold(entry)
      else entries.delete(key)
  }
  async function askForAll() {
    const all = [...due]
    due = new Map()
    for (let at = 0; at < all.length; at += MOST_AT_ONCE)
      // Without an answer each holds until its time is over, and is then asked for by whoever needs it.
      await ask(all.slice(at, at + MOST_AT_ONCE)).catch(() => {})
  }

  return {
    get(key: string): V | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      const now = clock.now().getTime()
      if (now >= entry.until) {
        entries.delete(key)
        return undefined
      }
      if (now >= entry.askFrom && !entry.isDue) {
        entry.isDue = true
        if (due.size === 0) setTimeout(askForAll, GATHER_MS).unref()
        due.set(key, entry)
      }
      return entry.value
    },
    set(key: string, value: V, ends = Number.POSITIVE_INFINITY): void {
      if (entries.size >= most) entries.delete(entries.keys().next().value!)
      const entry = { value, ends, until: 0, askFrom: 0, isDue: false }
      hold(entry)
      entries.set(key, entry)
    },
    forget: (key: string): void => void entries.delete(key),
    forgetWhere(fits: (value: V) => boolean): void {
      for (const [key, { value }] of entries) if (fits(value)) entries.delete(key)
    },
  }
}
export type Remembered<V> = ReturnType<typeof remembered<V>>
