// @module-tag full
import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { apiAs } from '../../api.ts'
import { type RunningServer, startServer } from '../../server.ts'

/** Confirms a payment at the provider, as the buyer's browser does. */
async function confirm(server: RunningServer, account: string, client_secret: string) {
  const { payments } = await (await apiAs(server.url, null))(site.getConfig, {})
  const ref = client_secret.split('_secret_')[0]
  const path = `${server.url}${payments.api_base}/v1/payment_intents/${ref}/confirm`
  const answer = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payments.publishable_key}`,
      'stripe-account': account,
    },
    body: new URLSearchParams({ client_secret }),
  })
  expect(await answer.json()).toMatchObject({ status: 'succeeded' })
}

it('a paid ticket exists within a minute after a power cut (72)', async () => {
  let server = await startServer()
  onTestFinished(() => server.stop())
  const before = await apiAs(server.url, 'fan@example.com')
  const { items } = await before(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const event = items.find(({ can, amount }) => can.buy && amount > 0)!
  const body = { event_id: event.id, token: 'tok_visa' }
  const { paymentIntent, ownerId } = await before(events.startJoin, { body })
  await confirm(server, ownerId, paymentIntent.client_secret)
  await server.kill()
  server = await startServer({}, server.dataDir)

  const fan = await apiAs(server.url, 'fan@example.com')
  const see = () => fan(events.getEvent, { params: { id: event.id } })
  await expect.poll(async () => (await see()).joined).toBe(true)
  expect((await see()).remaining).toBe(event.remaining - 1)
  const paid = (await fan(orders.listPayments, { query: {} })).items.filter(
    ({ subject }) => subject.id === event.id,
  )
  expect(paid).toMatchObject([{ status: 'succeeded', amount: event.amount }])
})

it('a room is joined after a power cut if its first month was charged (72)', async () => {
  let server = await startServer()
  onTestFinished(() => server.stop())
  const before = await apiAs(server.url, 'guest@example.com')
  const body = { room_id: 'aoi', token: 'tok_visa' }
  const { result } = await before(rooms.startSubscription, { body })
  expect(result).toBe('succeeded')
  await server.kill()
  server = await startServer({}, server.dataDir)

  const guest = await apiAs(server.url, 'guest@example.com')
  const see = () => guest(rooms.getRoom, { params: { id: 'aoi' } })
  await expect.poll(async () => (await see()).subscribed).toBe(true)
  const paid = (await guest(orders.listPayments, { query: {} })).items
  expect(paid.map(({ status }) => status)).toEqual(['succeeded'])
})

it('shutdown right after the start is clean: no WAL file is left beside the database', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  expect(await server.end()).toBe(0)
  const files = readdirSync(server.dataDir)
  expect(files).toContain('room.sqlite')
  expect(files.filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
})
