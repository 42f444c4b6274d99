import { dropOldest } from '#contract/lib/drop-oldest.ts'
import type { StreamNotice } from '#contract/streams/calls.ts'
import { NOTICED_FOR_MS } from '#contract/streams/limits.ts'

const MAX_EVENTS = 1_000
/** Of one event: there are not many sentences. */
const MAX_TEXTS = 20

/** Warnings about a stream with the time of each one's last report, by event or broadcast; kept for ten minutes. */
export class RecentAdvice {
  readonly #byId = new Map<string, Map<string, number>>()

  /** `now`: milliseconds since 1970. */
  note(id: string, texts: string[], now: number): void {
    if (texts.length === 0) return
    const known = this.#byId.get(id) ?? new Map<string, number>()
    this.#byId.delete(id) // reinserted as the newest entry
    this.#byId.set(id, known)
    dropOldest(this.#byId, MAX_EVENTS)
    for (const text of texts) {
      known.delete(text)
      known.set(text, now)
    }
    dropOldest(known, MAX_TEXTS)
  }

  /** The newest first, without those that still hold. */
  list(ids: string[], current: string[], now: number): StreamNotice[] {
    return ids
      .flatMap((id) => [...(this.#byId.get(id) ?? [])])
      .filter(([text, at]) => Math.abs(now - at) < NOTICED_FOR_MS && !current.includes(text))
      .sort(([, one], [, other]) => other - one)
      .map(([text, at]) => ({ text, at: new Date(at).toISOString() }))
  }
}
