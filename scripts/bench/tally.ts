import { now, type Told } from './viewer.ts'

/** The last bucket holds all that took longer, in milliseconds. */
const LONGEST_MS = 20_000

/** Counts by the millisecond: millions of them fit, and any quantile can be asked. */
function histogram() {
  const buckets = new Uint32Array(LONGEST_MS + 1)
  let count = 0
  return {
    add(ms: number) {
      const bucket = Math.min(Math.max(0, Math.ceil(ms)), LONGEST_MS)
      buckets[bucket] = buckets[bucket]! + 1
      count++
    },
    /** The smallest number of milliseconds that so many of all did not exceed. */
    quantile(part: number): number {
      let left = count * part
      for (let ms = 0; ms <= LONGEST_MS; ms++) {
        left -= buckets[ms]!
        if (left <= 0) return ms
      }
      return LONGEST_MS
    },
    count: () => count,
  }
}

/** What a crowd lives through, added up. */
export function tally() {
  const polls = histogram()
  const deliveries = histogram()
  /** By line: when the last to hear it did, in milliseconds after it was sent. */
  const lasts = new Map<number, number>()
  const failures = new Map<string, number>()
  let [missed, gaps, doubles] = [0, 0, 0]
  const told: Told = {
    answered: polls.add,
    missed: () => void missed++,
    failed: (why) => void failures.set(why, (failures.get(why) ?? 0) + 1),
    heard(seq, sentAt) {
      if (Number.isNaN(sentAt)) return
      const ms = now() - sentAt
      deliveries.add(ms)
      lasts.set(seq, Math.max(ms, lasts.get(seq) ?? 0))
    },
    gap: (lines) => void (gaps += lines),
    doubled: () => void doubles++,
  }
  return {
    ...told,
    sum: () => ({
      polls: polls.count(),
      pollP99: polls.quantile(0.99),
      missed,
      deliveries: deliveries.count(),
      deliveryP99: deliveries.quantile(0.99),
      lasts: [...lasts.values()],
      gaps,
      doubles,
      failures: [...failures],
    }),
  }
}
export type Sum = ReturnType<ReturnType<typeof tally>['sum']> & { behind: number }
