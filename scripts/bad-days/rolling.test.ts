// @module-tag full
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openProxy } from './proxy.ts'
import { openVillage } from './village.ts'

it.runIf(databaseNames.includes('postgres'))(
  '72: a new version comes to one process after the other, and not one request of those under way or to come fails',
  { timeout: 180_000 },
  async () => {
    const databaseUrl = await createServed()
    const people = Array.from({ length: 4 }, (_, nth) => `fan${nth}`)
    const village = await openVillage({ people: 4, databaseUrl, nodes: 2, env: { DRAIN_S: '1' } })
    onTestFinished(village.close)
    await village.site.start()
    const proxy = await openProxy(village.ports)
    onTestFinished(proxy.close)

    let rolled = false
    const answers: string[] = []
    /** Without the app's patience: each answer counts. */
    async function visit(person: string) {
      const headers = { authorization: `Bearer ${await village.tokenOf(person)}` }
      for (let n = 0; !rolled; n++) {
        const path = n % 2 ? 'newroom/owner/follow' : 'event/evening'
        const method = n % 2 ? 'POST' : 'GET'
        const answer = await fetch(`${proxy.url}/api/application/${path}`, {
          method,
          headers: { ...headers, 'idempotency-key': randomUUID() },
        })
        const said = await answer.text()
        answers.push(answer.ok ? 'ok' : `${answer.status} ${said}`)
      }
    }
    const visits = people.map(visit)
    const before = village.site.pids()
    await village.site.roll()
    const done = answers.length
    await expect.poll(() => answers.length).toBeGreaterThan(done + 20)
    rolled = true
    await Promise.all(visits)
    expect([...new Set(answers)]).toEqual(['ok'])
    for (const pid of village.site.pids()) expect(before).not.toContain(pid)
  },
)
