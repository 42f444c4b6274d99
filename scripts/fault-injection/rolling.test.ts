// @module-tag full
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createFixtures } from './fixtures.ts'
import { startProxy } from './proxy.ts'

it.runIf(databaseNames.includes('postgres'))(
  'a rolling upgrade fails no request (72)',
  async () => {
    const databaseUrl = await createServed()
    const people = Array.from({ length: 4 }, (_, nth) => `fan${nth}`)
    const fixtures = await createFixtures({
      people: 4,
      databaseUrl,
      nodes: 2,
      env: { DRAIN_S: '1' },
    })
    onTestFinished(fixtures.close)
    await fixtures.site.start()
    const proxy = await startProxy(fixtures.ports)
    onTestFinished(proxy.close)

    let rolled = false
    const answers: string[] = []
    /** Without the app's retries, so that each response counts. */
    async function visit(person: string) {
      const headers = { authorization: `Bearer ${await fixtures.tokenOf(person)}` }
      for (let n = 0; !rolled; n++) {
        const path = n % 2 ? 'newroom/owner/follow' : 'event/evening'
        const method = n % 2 ? 'POST' : 'GET'
        const answer = await fetch(`${proxy.url}/api/application/${path}`, {
          method,
          headers: { ...headers, 'idempotency-key': randomUUID() },
        })
        const text = await answer.text()
        answers.push(answer.ok ? 'ok' : `${answer.status} ${text}`)
      }
    }
    const visits = people.map(visit)
    const before = fixtures.site.pids()
    await fixtures.site.roll()
    const done = answers.length
    await expect.poll(() => answers.length).toBeGreaterThan(done + 20)
    rolled = true
    await Promise.all(visits)
    expect([...new Set(answers)]).toEqual(['ok'])
    for (const pid of fixtures.site.pids()) expect(before).not.toContain(pid)
  },
)
