import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '#server/process/deps.ts'
import { countGivenUp, findWaiting } from './queries.ts'

/** Figures of the work that is done without a request, of all nodes together, asked for as somebody reads them. */
export function addFigures({ read, clock }: Pick<Deps, 'read' | 'clock'>, registry: Registry) {
  const gauge = (name: string, help: string, measure: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure())
      },
    })
  // Those that are read together are asked for once.
  let asked: ReturnType<typeof findWaiting> | undefined
  const waiting = () => {
    asked ??= findWaiting(read, clock.now().toISOString()).finally(() => {
      asked = undefined
    })
    return asked
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
