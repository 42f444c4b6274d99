// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { createFixtures } from './fixtures.ts'

/** Within this time after the restart, each payment is a ticket or refunded: invariant I3 of the reconciliation. */
const MADE_GOOD_MS = 60_000
const FANS = 4

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  'buyers who paid while $nodes processes on $database were killed have a ticket within a minute, without webhooks (72)',
  async ({ database, nodes }) => {
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const fixtures = await createFixtures({
      people: FANS,
      nodes,
      ...(databaseUrl && { databaseUrl }),
    })
    onTestFinished(fixtures.close)
    const { site, sandbox, config, provider } = fixtures
    await site.start()
    await sandbox.control.fault({ do: 'drop', type: '*' })
    const body = { event_id: 'evening', token: 'tok_visa' }
    const begun = await Promise.all(
      fixtures.people.map((person) => callerOf(fixtures, person)(events.startJoin, { body })),
    )
    await site.kill()
    for (const { paymentIntent, ownerId } of begun) await confirm(provider, ownerId, paymentIntent)

    await site.start()
    // No clock is moved and no job triggered: the server recovers by itself.
    await expect
      .poll(fixtures.tickets, { timeout: MADE_GOOD_MS, interval: 200 })
      .toEqual(fixtures.people)
    await site.stop()
    const report = await reconcile(config, createStripeClient(sandbox.secretKey, sandbox.url), 0)
    expect(report.differences).toEqual([])
  },
)
