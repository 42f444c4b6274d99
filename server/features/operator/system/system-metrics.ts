import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '#server/process/deps.ts'
import { countGivenUp, findWaiting } from './queries.ts'

/** Registers metrics of background work across all processes, computed when they are read. */
export function addFigures({ read, clock }: Deps, registry: Registry) {
  const gauge = (name: string, help: string, measure: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure())
      },
    })
  // One query for metrics read together.
  let pending: ReturnType<typeof findWaiting> | undefined
  const waiting = () => {
    pending ??= findWaiting(read, clock.now().toISOString()).finally(() => {
      pending = undefined
    })
    return pending
  }
  gauge('room_work_due', 'Work that is due and not done.', async () =>
    Number((await waiting()).count),
  )
  gauge('room_work_late_seconds', 'For how long the oldest of it is due.', async () => {
    const { oldest } = await waiting()
    return oldest === null ? 0 : (clock.now().getTime() - Date.parse(oldest)) / 1000
  })
  gauge('room_work_given_up', 'Work that failed until the end and waits for somebody.', async () =>
    Number((await countGivenUp(read)).count),
  )
}
