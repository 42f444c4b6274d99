// @module-tag full
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { pendingPath } from '#server/ports/media.ts'
import { DRAIN_MS } from '#server/process/shutdown.ts'
import { sound } from '#server/testing/files.ts'
import { callerOf } from '../chaos/buyer.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { createPosters } from '../chaos/posters.ts'
import { createRng } from '../chaos/rng.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'

/** The provider's delay of each payment, so that purchases are in progress. */
const PAYING_MS = 2_000
/** The time that a busy machine takes beyond the drain timeout. */
const DRAIN_NOTICE_MS = 5_000
const PATIENT = ['fan0', 'fan1', 'fan2']
const HASTY = ['fan3', 'fan4', 'fan5']
/** The buyer whose request is in progress at the SIGTERM; it has to be answered. */
const BEGINS = 'fan6'
const BUYERS = PATIENT.length + HASTY.length + 1
const POSTS = 4
/** Longer than the drain timeout. */
const AWAY_MS = 3 * DRAIN_MS

/** Sends half of a chunk, then stalls; resolves once that half has arrived. */
async function beginUpload(fixtures: Fixtures, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const size = bytes.length
  const { id } = await callerOf(fixtures, 'owner')(uploads.startUpload, { body: { size } })
  const path = urlOf(uploads.sendPiece, { params: { id }, query: { offset: 0 }, body: new Blob() })
  const sending = request(fixtures.url + path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${await fixtures.tokenOf('owner')}`,
      'content-type': 'application/octet-stream',
      'content-length': size,
    },
  })
  sending.on('error', () => null)
  onTestFinished(() => void sending.destroy())
  sending.write(bytes.subarray(0, size / 2))
  const media = await fixtures.openMedia()
  await vi.waitFor(async () => expect(await media.size(pendingPath(id))).toBeGreaterThan(0))
  return id
}

/** The exit code after a SIGTERM, within the drain timeout. */
const endOf = ({ site }: Fixtures) =>
  Promise.race([site.stop(), pause(DRAIN_MS + DRAIN_NOTICE_MS, ['still there'])])

it.each([
  { those: 'who all come to their end', stalls: false },
  { those: 'one of whom never comes to an end', stalls: true },
])(
  'shuts down in time on a SIGTERM during purchases and uploads of people $those, and loses nothing acknowledged (72)',
  async ({ stalls }) => {
    const fixtures = await createFixtures({ people: BUYERS })
    onTestFinished(fixtures.close)
    const { site, sandbox, engine } = fixtures
    await site.start()
    const posters = createPosters({ ...fixtures, rng: createRng(72) }, engine, ['owner'])
    const stalled = stalls ? await beginUpload(fixtures, sound()) : null

    await sandbox.control.fault({ do: 'slow', path: '/v1/payment_intents', ms: PAYING_MS })
    const patient = PATIENT.map((person) => fixtures.buy(person))
    const buyers: string[] = []
    // Stops at the first error: without an answer, or refused.
    const hasty = HASTY.map((person) =>
      fixtures.buy(person, 1).then(
        () => buyers.push(person),
        () => null,
      ),
    )
    const begun = callerOf(fixtures, BEGINS)(events.startJoin, {
      body: { event_id: 'evening', token: 'tok_visa' },
    })
    // Awaited below; avoids an unhandled rejection.
    begun.catch(() => null)
    const posts = Array.from({ length: POSTS }, (_, n) => posters.post(n))
    const count = async (table: 'hold' | 'upload') =>
      (await engine.db.selectFrom(table).selectAll().execute()).length
    await vi.waitFor(async () => {
      expect(await count('hold')).toBe(BUYERS)
      expect(await count('upload')).toBeGreaterThan(0)
    })

    expect(await endOf(fixtures)).toEqual([0])
    expect(await begun).toMatchObject({ paymentIntent: { id: expect.any(String) } })
    await sandbox.control.clearFaults()
    await site.start()
    await Promise.all([...patient, ...hasty, ...posts])

    expect(await fixtures.tickets()).toEqual(expect.arrayContaining([...PATIENT, ...buyers].sort()))
    expect(posters.posted.length).toBe(POSTS)
    expect(await posters.look()).toEqual([])
    if (stalled) {
      const params = { id: stalled }
      const { offset, size } = await callerOf(fixtures, 'owner')(uploads.getUpload, { params })
      expect(offset, 'of a piece that nobody was told has come').toBeLessThanOrEqual(size / 2)
    }
    expect(await findDisorder(fixtures)).toEqual([])
  },
)

it('shuts down in time on a SIGTERM while a refund waits for a hanging provider, and reports the abort (72)', async () => {
  const fixtures = await createFixtures({ people: 1 })
  onTestFinished(fixtures.close)
  const { site, sandbox, engine } = fixtures
  await site.start()
  await fixtures.buy('fan0')
  await sandbox.control.fault({ do: 'hang_after', path: '/v1/refunds*', ms: AWAY_MS })
  const { id } = await engine.db.selectFrom('order').select('id').executeTakeFirstOrThrow()
  await callerOf(fixtures, 'owner')(orders.refund, { params: { id } })
  await vi.waitFor(async () => {
    const inHand = engine.db
      .selectFrom('outbox')
      .select('attempts')
      .where('key', 'like', 'refund:%')
    expect(await inHand.executeTakeFirst()).toEqual({ attempts: 1 })
  })

  expect(await endOf(fixtures)).toEqual([1])
})
