import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '#server/process/gc-tuning.ts'
import { memoryLog } from '#server/testing/log.ts'
import { keepLeased } from './lease.ts'

const HOLDS = async () => true

it('leaves nothing behind of work that is done, however long the process goes on', async () => {
  const process = new AbortController()
  const { signal } = process
  const log = memoryLog()
  const given: WeakRef<AbortSignal>[] = []
  for (let n = 0; n < 100; n++)
    await keepLeased(HOLDS, async (its) => void given.push(new WeakRef(its)), { signal, log })
  await setImmediate() // what was looked at in this turn of the loop is kept for as long
  collectGarbage()
  expect(given.filter((one) => one.deref())).toEqual([])
  process.abort()
})

it('tells work that the process ends, also where that was before it began', async () => {
  const process = new AbortController()
  const log = memoryLog()
  const told: unknown[] = []
  const work = async (its: AbortSignal) => {
    if (!its.aborted)
      await new Promise<void>((done) => its.addEventListener('abort', () => done(), { once: true }))
    told.push(its.reason)
  }
  const running = keepLeased(HOLDS, work, { signal: process.signal, log })
  process.abort('enough')
  await running
  await keepLeased(HOLDS, work, { signal: process.signal, log })
  expect(told).toEqual(['enough', 'enough'])
})
