import * as z from 'zod'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { WATCHING_AT_ONCE, WATCHING_FOR_MS } from '#contract/live/limits.ts'
import { jsonOf } from '#server/db/json.ts'
import { isYoung } from '#server/ports/clock.ts'
import type { GivenDeps } from '#server/process/deps.ts'

/** A browser watching on a ticket. Milliseconds since 1970. */
interface Watcher {
  startedAt: number
  seenAt: number
  stopped: boolean
  /** Whether it polls this process. */
  isHere: boolean
}
const STARTED = 'watching'
/** Maximum tickets in memory; the oldest are removed first. */
const MAX_TICKETS = 50_000

const startedOf = jsonOf(z.tuple([z.string(), z.string()]))

/** Watching browsers per ticket, in memory; of more than three, the one that began first has to stop. */
export class Watching {
  readonly #deps: GivenDeps
  readonly #tickets = new Map<string, Map<string, Watcher>>()

  constructor(deps: GivenDeps) {
    this.#deps = deps
    deps.bus.subscribe(STARTED, (payload) => {
      const [ticket, browser] = startedOf(payload)
      this.#start(ticket, browser)
    })
  }

  #nowMs() {
    return this.#deps.clock.now().getTime()
  }

  #watchersOf(ticket: string): Map<string, Watcher> {
    const known = this.#tickets.get(ticket)
    if (known) return known
    const fresh = new Map<string, Watcher>()
    this.#tickets.set(ticket, fresh)
    dropOldest(this.#tickets, MAX_TICKETS)
    return fresh
  }

  #start(ticket: string, browser: string): Watcher {
    const watchers = this.#watchersOf(ticket)
    const now = this.#nowMs()
    for (const [other, { seenAt }] of watchers)
      if (now - seenAt > WATCHING_FOR_MS) watchers.delete(other)
    const known = watchers.get(browser)
    const watcher =
      known && !known.stopped
        ? known
        : { startedAt: now, seenAt: now, stopped: false, isHere: false }
    watcher.seenAt = now
    watchers.set(browser, watcher)
    const active = [...watchers.values()].filter(({ stopped }) => !stopped)
    // A stable sort keeps the order of browsers that began in the same millisecond.
    const tooMany = active.sort((a, b) => a.startedAt - b.startedAt).slice(0, -WATCHING_AT_ONCE)
    for (const other of tooMany) other.stopped = true
    return watcher
  }

  /** Starts a browser; if there are too many, the oldest one is stopped. */
  start(ticket: string, browser: string) {
    return this.#deps.bus.publish(STARTED, JSON.stringify([ticket, browser]))
  }

  /** Whether the browser may continue. An unknown one has started at another process. */
  goOn(ticket: string, browser: string): boolean {
    const watcher = this.#watchersOf(ticket).get(browser) ?? this.#start(ticket, browser)
    if (watcher.stopped) return false
    watcher.seenAt = this.#nowMs()
    watcher.isHere = true
    return true
  }

  /** Number of browsers polling this process, by event. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    const now = this.#nowMs()
    for (const [ticket, watchers] of this.#tickets) {
      const [eventId = ''] = ticket.split(' ')
      const here = [...watchers.values()].filter(
        ({ isHere, stopped, seenAt }) =>
          isHere && !stopped && isYoung(seenAt, now, WATCHING_FOR_MS),
      )
      if (here.length > 0) counts.set(eventId, (counts.get(eventId) ?? 0) + here.length)
    }
    return counts
  }
}
