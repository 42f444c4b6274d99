// @module-tag full
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { urlOf } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { orders } from '#contract/orders.ts'
import { uploads } from '#contract/uploads.ts'
import { arrivingAt } from '#server/ports/media.ts'
import { DRAIN_MS } from '#server/process/shutdown.ts'
import { sound } from '#server/testing/files.ts'
import { callerOf } from '../chaos/buyer.ts'
import { dice } from '../chaos/dice.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openPosters } from '../chaos/posters.ts'
import { openVillage, type Village } from './village.ts'

/** The provider takes so long over each payment: whoever buys is in the middle of it. */
const PAYING_MS = 2_000
/** What a busy machine takes to notice that its time is over. */
const NOTICE_MS = 5_000
const PATIENT = ['fan0', 'fan1', 'fan2']
const HASTY = ['fan3', 'fan4', 'fan5']
/** Who only begins, before it is told to end: to be answered, as everybody is whose request is under way. */
const BEGINS = 'fan6'
const BUYERS = PATIENT.length + HASTY.length + 1
const POSTS = 4
/** Longer than a process may take over its end. */
const AWAY_MS = 3 * DRAIN_MS

/** Half of a piece, and then nothing more; settles once that half has come. */
async function beginPiece(village: Village, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const size = bytes.length
  const { id } = await callerOf(village, 'owner')(uploads.startUpload, { body: { size } })
  const path = urlOf(uploads.sendPiece, { params: { id }, query: { offset: 0 }, body: new Blob() })
  const sending = request(village.url + path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${await village.tokenOf('owner')}`,
      'content-type': 'application/octet-stream',
      'content-length': size,
    },
  })
  sending.on('error', () => null)
  onTestFinished(() => void sending.destroy())
  sending.write(bytes.subarray(0, size / 2))
  const media = await village.openMedia()
  await vi.waitFor(async () => expect(await media.size(arrivingAt(id))).toBeGreaterThan(0))
  return id
}

/** What it ends with, told to; by itself, and in time. */
const endOf = ({ site }: Village) =>
  Promise.race([site.stop(), pause(DRAIN_MS + NOTICE_MS, ['still there'])])

it.each([
  { those: 'who all come to their end', stalls: false },
  { those: 'one of whom never comes to an end', stalls: true },
])(
  '72: told to end (SIGTERM) amid purchases and uploads of people $those, it ends in time, and keeps what it said',
  {
    timeout: 180_000,
  },
  async ({ stalls }) => {
    const village = await openVillage({ people: BUYERS })
    onTestFinished(village.close)
    const { site, sandbox, engine } = village
    await site.start()
    const posters = openPosters({ ...village, dice: dice(72) }, engine, ['owner'])
    const stalled = stalls ? await beginPiece(village, sound()) : null

    await sandbox.control.fault({ do: 'slow', path: '/v1/payment_intents', ms: PAYING_MS })
    const patient = PATIENT.map((person) => village.buy(person))
    const bought: string[] = []
    // The first thing that fails ends it: such a buyer was told nothing, or no.
    const hasty = HASTY.map((person) =>
      village.buy(person, 1).then(
        () => bought.push(person),
        () => null,
      ),
    )
    const begun = callerOf(village, BEGINS)(events.startJoin, {
      body: { event_id: 'evening', token: 'tok_visa' },
    })
    // Looked at below, where it is not answered.
    begun.catch(() => null)
    const posts = Array.from({ length: POSTS }, (_, n) => posters.post(n))
    const count = async (table: 'hold' | 'upload') =>
      (await engine.db.selectFrom(table).selectAll().execute()).length
    await vi.waitFor(async () => {
      expect(await count('hold')).toBe(BUYERS)
      expect(await count('upload')).toBeGreaterThan(0)
    })

    expect(await endOf(village)).toEqual([0])
    expect(await begun).toMatchObject({ paymentIntent: { id: expect.any(String) } })
    await sandbox.control.clearFaults()
    await site.start()
    await Promise.all([...patient, ...hasty, ...posts])

    expect(await village.tickets()).toEqual(expect.arrayContaining([...PATIENT, ...bought].sort()))
    expect(posters.posted.length).toBe(POSTS)
    expect(await posters.look()).toEqual([])
    if (stalled) {
      const params = { id: stalled }
      const { offset, size } = await callerOf(village, 'owner')(uploads.getUpload, { params })
      expect(offset, 'of a piece that nobody was told has come').toBeLessThanOrEqual(size / 2)
    }
    expect(await findDisorder(village)).toEqual([])
  },
)

it('72: told to end (SIGTERM) while a refund waits for a provider that says nothing, it ends in time, and says that something was cut off', {
  timeout: 120_000,
}, async () => {
  const village = await openVillage({ people: 1 })
  onTestFinished(village.close)
  const { site, sandbox, engine } = village
  await site.start()
  await village.buy('fan0')
  await sandbox.control.fault({ do: 'hang_after', path: '/v1/refunds*', ms: AWAY_MS })
  const { id } = await engine.db.selectFrom('order').select('id').executeTakeFirstOrThrow()
  await callerOf(village, 'owner')(orders.refund, { params: { id } })
  await vi.waitFor(async () => {
    const inHand = engine.db
      .selectFrom('outbox')
      .select('attempts')
      .where('key', 'like', 'refund:%')
    expect(await inHand.executeTakeFirst()).toEqual({ attempts: 1 })
  })

  expect(await endOf(village)).toEqual([1])
})
