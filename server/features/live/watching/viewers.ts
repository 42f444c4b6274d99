import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import { isYoung } from '#server/ports/clock.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { Watching } from './watching-browsers.ts'

/** Bus topic: process, event, and number of browsers watching there. */
const VIEWERS = 'viewers'
const PUBLISH_EVERY_MS = 5_000
/** Validity of a process's report, since that process may have stopped. */
const BELIEVED_MS = 3 * PUBLISH_EVERY_MS

interface ViewerReport {
  count: number
  at: number
}

/** Process, event and count. */
const reportOf = jsonOf(z.tuple([z.string(), z.string(), z.number()]))

/** Viewers per event across all processes; each process publishes its own count. */
export class Viewers {
  readonly #deps: GivenDeps
  readonly #watching: Pick<Watching, 'counts'>
  readonly #self
  /** By event, then by process. */
  readonly #remoteReports = new Map<string, Map<string, ViewerReport>>()
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(deps: GivenDeps, watching: Pick<Watching, 'counts'>) {
    this.#deps = deps
    this.#watching = watching
    this.#self = deps.newId()
    deps.bus.subscribe(VIEWERS, (payload) => {
      const [process, eventId, count] = reportOf(payload)
      if (process === this.#self) return
      const reports = this.#remoteReports.get(eventId) ?? new Map<string, ViewerReport>()
      this.#remoteReports.set(eventId, reports.set(process, { count, at: this.#nowMs() }))
    })
  }

  #nowMs() {
    return this.#deps.clock.now().getTime()
  }

  #isFresh({ at }: ViewerReport) {
    return isYoung(at, this.#nowMs(), BELIEVED_MS)
  }

  count(eventId: string): number {
    const reports = [...(this.#remoteReports.get(eventId)?.values() ?? [])].filter((report) =>
      this.#isFresh(report),
    )
    const otherViewers = reports.reduce((sum, { count }) => sum + count, 0)
    return otherViewers + (this.#watching.counts().get(eventId) ?? 0)
  }

  /** Call it about every second; publishes less often, and nothing without viewers. */
  async announce(): Promise<void> {
    const now = this.#nowMs()
    if (isYoung(this.#reportedAt, now, PUBLISH_EVERY_MS)) return
    this.#reportedAt = now
    for (const [eventId, reports] of this.#remoteReports)
      if (![...reports.values()].some((report) => this.#isFresh(report)))
        this.#remoteReports.delete(eventId)
    for (const [eventId, count] of this.#watching.counts())
      await this.#deps.bus.publish(VIEWERS, JSON.stringify([this.#self, eventId, count]))
  }
}
