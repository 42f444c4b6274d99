// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { openVillage } from './village.ts'

/** I3: so soon after the server is back each payment is a ticket, or goes back. */
const MADE_GOOD_MS = 60_000
const FANS = 4

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  '72: who paid while $nodes processes on $database were shot, and never came back, has a ticket within a minute, though the provider’s notices were lost',
  {
    timeout: 180_000,
  },
  async ({ database, nodes }) => {
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const village = await openVillage({ people: FANS, nodes, ...(databaseUrl && { databaseUrl }) })
    onTestFinished(village.close)
    const { site, sandbox, config, provider } = village
    await site.start()
    await sandbox.control.fault({ do: 'drop', type: '*' })
    const body = { event_id: 'evening', token: 'tok_visa' }
    const begun = await Promise.all(
      village.people.map((person) => callerOf(village, person)(events.startJoin, { body })),
    )
    await site.kill()
    for (const { paymentIntent, ownerId } of begun) await confirm(provider, ownerId, paymentIntent)

    await site.start()
    // No clock is moved and nothing is asked to hurry: it makes it good by itself.
    await expect
      .poll(village.tickets, { timeout: MADE_GOOD_MS, interval: 200 })
      .toEqual(village.people)
    await site.stop()
    const report = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
    expect(report.differences).toEqual([])
  },
)
