import { now, type Recorder } from './viewer.ts'

/** The last bucket collects all longer times, in milliseconds. */
const LONGEST_MS = 20_000

/** Counts per millisecond, so that any quantile of millions of values is available. */
function histogram() {
  const buckets = new Uint32Array(LONGEST_MS + 1)
  let count = 0
  return {
    add(ms: number) {
      const bucket = Math.min(Math.max(0, Math.ceil(ms)), LONGEST_MS)
      buckets[bucket] = buckets[bucket]! + 1
      count++
    },
    /** The smallest number of milliseconds that this share of the values does not exceed. */
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

/** The summed results of a crowd. */
export function tally() {
  const polls = histogram()
  const deliveries = histogram()
  /** By message: milliseconds from sending to the last delivery. */
  const lasts = new Map<number, number>()
  const failures = new Map<string, number>()
  let [missed, gaps, doubles] = [0, 0, 0]
  const recorder: Recorder = {
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
    ...recorder,
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
