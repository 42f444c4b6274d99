import type { PartName } from '#contract/status.ts'
import { isYoung } from '#server/ports/clock.ts'
import { MAIL } from '#server/ports/mail.ts'
import { type Payments, ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './trouble-queries.ts'

/** One answer that was lost is nothing yet. */
const FAILURES = 2
/** Nobody asked the provider since: it is not known any more whether it is down. */
const HOLD_MS = 5 * 60_000
/** Everybody asks; the database is asked this often. */
const FRESH_MS = 10_000
/** Mails that wait for so long after their first try. */
const MAIL_LATE_MS = 2 * 60_000

type TroubleDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** What does not work just now, from what the product itself meets. */
export function troubleWatch({ db, clock, log }: TroubleDeps) {
  let failures = 0
  let failedAt = 0
  let known: { at: number; down: Promise<PartName[]> } | null = null
  const nowMs = () => clock.now().getTime()

  function note(error?: unknown) {
    // A line before the provider says nothing of it.
    if (error instanceof ProviderBusy) return
    if (!(error instanceof ProviderDown)) {
      failures = 0
      return
    }
    failures++
    failedAt = nowMs()
  }

  /** The same provider, listened to. */
  const watched = (payments: Payments): Payments =>
    new Proxy(payments, {
      get(target, name, receiver) {
        const own: unknown = Reflect.get(target, name, receiver)
        if (typeof own !== 'function') return own
        return (...given: unknown[]) => {
          const answer: unknown = own.apply(target, given)
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
      log.error({ error: String(error) }, 'the database takes nothing')
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
export type Troubles = ReturnType<typeof troubleWatch>
