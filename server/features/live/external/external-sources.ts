import {
  ORIGIN_NONE,
  ORIGIN_REFUSED,
  ORIGIN_SILENT,
  ORIGIN_STILL,
} from '#contract/streams/messages.ts'
import { isYoung } from '#server/ports/clock.ts'
import { OriginError, type OriginProblem } from '#server/ports/origin.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { IngestMonitor } from '../ingest-monitor.ts'
import { firstVariant, progressOf } from './origin-playlist.ts'
import type { Origins } from './origins.ts'
import { listWatched } from './source-queries.ts'

/** Interval of polling sources. */
const EVERY_MS = 2_000
/** A playlist without progress for this time counts as stalled. */
const STILL_MS = 20_000
/** Sources are polled this long before and after the start of their event, so that owners can test them. */
const AROUND_MS = 12 * 60 * 60_000
const ASKED_MS = 60_000

const PROBLEM_MESSAGES: Record<OriginProblem, string> = {
  'not allowed': ORIGIN_REFUSED,
  silent: ORIGIN_SILENT,
  'no playlist': ORIGIN_NONE,
}

interface Seen {
  progress: string
  /** Milliseconds since 1970 when this progress was first seen. */
  at: number
}

/** Polls external streams and reports them to the desk as the ingest process reports its own. */
export class ExternalSources {
  readonly #deps: GivenDeps
  readonly #monitor: IngestMonitor
  readonly #origins: Origins
  readonly #seen = new Map<string, Seen>()
  readonly #failures = new Map<string, string>()
  readonly #requestedAt = new Map<string, number>()
  readonly #underWay = new Set<string>()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(deps: GivenDeps, monitor: IngestMonitor, origins: Origins) {
    this.#deps = deps
    this.#monitor = monitor
    this.#origins = origins
  }

  /** Null if the stream makes progress; otherwise the error message. */
  async #look(eventId: string, sealed: string): Promise<string | null> {
    const url = this.#origins.open(sealed)
    if (url === null) return ORIGIN_SILENT
    try {
      const first = await this.#origins.read(url)
      const variant = firstVariant(first.text, first.url)
      const { text } = variant ? await this.#origins.read(variant) : first
      const progress = progressOf(text)
      if (progress === null) return ORIGIN_STILL
      const now = this.#deps.clock.now().getTime()
      const before = this.#seen.get(eventId)
      if (before?.progress !== progress) this.#seen.set(eventId, { progress, at: now })
      return before && before.progress === progress && now - before.at > STILL_MS
        ? ORIGIN_STILL
        : null
    } catch (error) {
      if (error instanceof OriginError) return PROBLEM_MESSAGES[error.problem]
      throw error
    }
  }

  async #lookAt({ event_id, live_sealed }: { event_id: string; live_sealed: string }) {
    if (this.#underWay.has(event_id)) return
    this.#underWay.add(event_id)
    try {
      const problem = await this.#look(event_id, live_sealed)
      if (problem !== null) return void this.#failures.set(event_id, problem)
      this.#failures.delete(event_id)
      // A failing source is not reported: after some seconds it counts as dropped, like a lost encoder.
      await this.#monitor.observe(event_id)
    } catch (error) {
      this.#deps.log.error(
        { event: event_id, error: String(error) },
        'Polling an external source failed.',
      )
    } finally {
      this.#underWay.delete(event_id)
    }
  }

  /** Events whose owners have the studio open. */
  #askedFor(now: number): string[] {
    for (const [eventId, at] of this.#requestedAt)
      if (now - at > ASKED_MS) this.#requestedAt.delete(eventId)
    return [...this.#requestedAt.keys()]
  }

  /** Error message of the event's source; null if there is none. The call keeps the source polled for a while. */
  problemOf(eventId: string): string | null {
    this.#requestedAt.set(eventId, this.#deps.clock.now().getTime())
    return this.#failures.get(eventId) ?? null
  }

  /** Polls the sources that are due, in parallel, so that a slow one delays no other. */
  async sweep() {
    const now = this.#deps.clock.now().getTime()
    if (isYoung(this.#sweptAt, now, EVERY_MS)) return
    this.#sweptAt = now
    const at = (ms: number) => new Date(now + ms).toISOString()
    const sources = await listWatched(
      this.#deps.read,
      at(-AROUND_MS),
      at(AROUND_MS),
      this.#askedFor(now),
    )
    await Promise.all(sources.map((source) => this.#lookAt(source)))
  }

  clear(eventId: string) {
    this.#seen.delete(eventId)
    this.#failures.delete(eventId)
  }
}
