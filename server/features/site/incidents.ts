import type { PartName } from '#contract/status/calls.ts'
import { isYoung } from '#server/ports/clock.ts'
import { MAIL } from '#server/ports/mail.ts'
import { type Payments, ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './incident-queries.ts'

/** Consecutive failures before an incident is assumed. */
const FAILURES = 2
/** Expiry of the provider's known state: without a later call it is unknown. */
const HOLD_MS = 5 * 60_000
/** Cache time of the database queries. */
const FRESH_MS = 10_000
/** Waiting time of emails after their first attempt that counts as an incident. */
const MAIL_LATE_MS = 2 * 60_000

/** Current incidents, from errors in normal operation. */
export class Incidents {
  readonly #deps: GivenDeps
  #failures = 0
  #failedAt = 0
  #known: { at: number; down: Promise<PartName[]> } | null = null

  constructor(deps: GivenDeps) {
    this.#deps = deps
  }

  #nowMs() {
    return this.#deps.clock.now().getTime()
  }

  #note(error?: unknown) {
    // A full call queue on our side does not indicate an outage.
    if (error instanceof ProviderBusy) return
    if (!(error instanceof ProviderDown)) {
      this.#failures = 0
      return
    }
    this.#failures++
    this.#failedAt = this.#nowMs()
  }

  /** Wraps the provider to observe its errors. */
  watched(payments: Payments): Payments {
    const note = (error?: unknown) => this.#note(error)
    return new Proxy(payments, {
      get(target, name, receiver) {
        const own: unknown = Reflect.get(target, name, receiver)
        if (typeof own !== 'function') return own
        return (...args: unknown[]) => {
          const answer: unknown = own.apply(target, args)
          if (answer instanceof Promise)
            void answer.then(
              () => note(),
              (error: unknown) => note(error),
            )
          return answer
        }
      },
    })
  }

  async #look(): Promise<PartName[]> {
    const provider = this.#failures >= FAILURES && isYoung(this.#failedAt, this.#nowMs(), HOLD_MS)
    try {
      await query.tryWriting(this.#deps.db)
      const late = new Date(this.#nowMs() - MAIL_LATE_MS).toISOString()
      const [mail, streams] = [
        await query.isLate(this.#deps.db, MAIL, late),
        await query.areAllCut(this.#deps.db),
      ]
      return [
        ...(provider ? (['payments'] as const) : []),
        ...(mail ? (['mail'] as const) : []),
        ...(streams ? (['streams'] as const) : []),
      ]
    } catch (error) {
      this.#deps.log.error({ error: String(error) }, 'The database refuses writes.')
      return ['database', ...(provider ? (['payments'] as const) : [])]
    }
  }

  down(): Promise<PartName[]> {
    const now = this.#nowMs()
    if (this.#known && isYoung(this.#known.at, now, FRESH_MS)) return this.#known.down
    this.#known = { at: now, down: this.#look() }
    return this.#known.down
  }
}
