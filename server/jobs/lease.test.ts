import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '#server/process/gc-tuning.ts'
import { memoryLog } from '#server/testing/log.ts'
import { extendLease } from './lease.ts'

const HOLDS = async () => true

it('extendLease leaks nothing of finished work in a long-running process', async () => {
  const process = new AbortController()
  const { signal } = process
  const log = memoryLog()
  const signals: WeakRef<AbortSignal>[] = []
  for (let n = 0; n < 100; n++)
    await extendLease(HOLDS, async (leaseSignal) => void signals.push(new WeakRef(leaseSignal)), {
      signal,
      log,
    })
  await setImmediate() // Objects referenced in this turn of the event loop are kept until its end.
  collectGarbage()
  expect(signals.filter((one) => one.deref())).toEqual([])
  process.abort()
})

it('extendLease aborts the work at shutdown, even if that was before its start', async () => {
  const process = new AbortController()
  const log = memoryLog()
  const reasons: unknown[] = []
  const work = async (leaseSignal: AbortSignal) => {
    if (!leaseSignal.aborted)
      await new Promise<void>((resolve) =>
        leaseSignal.addEventListener('abort', () => resolve(), { once: true }),
      )
    reasons.push(leaseSignal.reason)
  }
  const running = extendLease(HOLDS, work, { signal: process.signal, log })
  process.abort('enough')
  await running
  await extendLease(HOLDS, work, { signal: process.signal, log })
  expect(reasons).toEqual(['enough', 'enough'])
})
