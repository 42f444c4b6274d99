import type { PartName } from '#contract/status/calls.ts'
import { isYoung } from '#server/ports/clock.ts'
import { MAIL } from '#server/ports/mail.ts'
import { type Payments, ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './trouble-queries.ts'

/** Consecutive failures before an incident is assumed. */
const FAILURES = 2
/** Expiry of the provider's known state: without a later call it is unknown. */
const HOLD_MS = 5 * 60_000
/** Cache time of the database queries. */
const FRESH_MS = 10_000
/** Waiting time of emails after their first attempt that counts as an incident. */
const MAIL_LATE_MS = 2 * 60_000

/** Current incidents, from errors in normal operation. */
export function incidentWatch({ db, clock, log }: GivenDeps) {
  let failures = 0
  let failedAt = 0
  let known: { at: number; down: Promise<PartName[]> } | null = null
  const nowMs = () => clock.now().getTime()

  function note(error?: unknown) {
    // A full call queue on our side does not indicate an outage.
    if (error instanceof ProviderBusy) return
    if (!(error instanceof ProviderDown)) {
      failures = 0
      return
    }
    failures++
    failedAt = nowMs()
  }

  /** Wraps the provider to observe its errors. */
  const watched = (payments: Payments): Payments =>
    new Proxy(payments, {
      get(target, name, receiver) {
        const own: unknown = Reflect.get(target, name, receiver)
        if (typeof own !== 'function') return own
        return (...args: unknown[]) => {
          const answer: unknown = own.apply(target, args)
          if (answer instanceof Promise) void answer.then(() => note(), note)
          return answer
        }
      },
    })

  async function look(): Promise<PartName[]> {
    const provider = failures >= FAILURES && isYoung(failedAt, nowMs(), HOLD_MS)
    try {
      await query.tryWriting(db)
      const late = new Date(nowMs() - MAIL_LATE_MS).toISOString()
      const [mail, streams] = [await query.isLate(db, MAIL, late), await query.areAllCut(db)]
      return [
        ...(provider ? (['payments'] as const) : []),
        ...(mail ? (['mail'] as const) : []),
        ...(streams ? (['streams'] as const) : []),
      ]
    } catch (error) {
      log.error({ error: String(error) }, 'The database refuses writes.')
      return ['database', ...(provider ? (['payments'] as const) : [])]
    }
  }

  return {
    watched,
    down(): Promise<PartName[]> {
      const now = nowMs()
      if (known && isYoung(known.at, now, FRESH_MS)) return known.down
      known = { at: now, down: look() }
      return known.down
    },
  }
}
export type Incidents = ReturnType<typeof incidentWatch>
