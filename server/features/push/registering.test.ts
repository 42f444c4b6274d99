import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { push } from '#contract/push/calls.ts'
import { PUSH_DEVICES_MAX } from '#contract/push/limits.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { newDeviceKeys } from '#server/testing/push-device.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** DNS answers of this test. */
const ADDRESSES: Record<string, string[]> = {
  'fcm.googleapis.com': ['142.250.1.1'],
  'updates.push.services.mozilla.com': ['34.107.243.93'],
  'web.push.apple.com': ['17.188.143.34', '2620:149:1::1'],
  'wns2-tyo.notify.windows.com': ['52.230.1.1'],
  'push.example.org': ['8.8.8.8'],
  'inside.push.example.org': ['127.0.0.1'],
  'both.push.example.org': ['8.8.8.8', '10.0.0.1'],
}
const resolve = ((name: string, _: object, done: (...results: unknown[]) => void) => {
  const addresses = ADDRESSES[name]
  if (!addresses) return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}) as never

describe.each(apiDatabaseNames)('registration of browsers on %s', (database) => {
  let world: World
  beforeEach(async () => {
    const env = { PUSH_HOSTS: 'push.example.org,inside.push.example.org,both.push.example.org' }
    world = await createWorld(database, env, undefined, undefined, { resolve })
    for (const name of ['fan', 'other']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  const keysOf = ({ publicKey: p256dh, auth: secret } = newDeviceKeys()) => ({
    p256dh,
    auth: secret,
  })
  const at = (endpoint: string, keys = keysOf()) => ({
    kind: 'webpush' as const,
    subscription: { endpoint, keys },
  })
  const add = (user: string | null, body: ReturnType<typeof at>) =>
    world.as(user)(push.addToken, { body })
  const endpointsOf = async (user: string) =>
    (
      await world.db
        .selectFrom('push_token')
        .select('endpoint')
        .where('user_id', '=', user)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ endpoint }) => endpoint)
  const GOOGLE = 'https://fcm.googleapis.com/fcm/send/abc'

  it('shows visitors only the public key', async () => {
    expect(await world.as(null)(push.getKey, {})).toEqual({
      vapid_public_key: expect.stringMatching(/^B[\w-]{86}$/),
    })
    for (const call of [
      () => add(null, at(GOOGLE)),
      () => world.as(null)(push.listTokens, {}),
      () => world.as(null)(push.removeToken, { body: { endpoint: GOOGLE } }),
      () => world.as(null)(push.testToken, {}),
    ])
      await expect(call()).rejects.toMatchObject({ status: 401 })
  })

  it('stores one key for all processes, encrypted with the server’s secret', async () => {
    const { vapid_public_key } = await world.as(null)(push.getKey, {})
    const rows = await world.db.selectFrom('push_key').selectAll().execute()
    expect(rows).toMatchObject([{ public_key: vapid_public_key }])
    const node = world.openNode(world.deps.bus)
    const answer = await node.fetch('/api/application/push/key')
    expect(await answer.json()).toEqual({ vapid_public_key })
  })

  it.each([
    GOOGLE,
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-tyo.notify.windows.com/w/?token=abc',
    'https://push.example.org/abc',
  ])('accepts a browser at %s', async (endpoint) => {
    const { id } = await add('fan', at(endpoint))
    expect(await world.as('fan')(push.listTokens, {})).toMatchObject([
      { id, kind: 'webpush', device: 'テスト', confirmed_at: null, outcome: null },
    ])
  })

  it.each([
    ['http', 'http://fcm.googleapis.com/fcm/send/abc'],
    ['a host of nobody who makes browsers', 'https://example.com/push'],
    ['a host that only ends like one', 'https://evilfcm.googleapis.com/abc'],
    ['a host that only begins like one', 'https://fcm.googleapis.com.example.com/abc'],
    ['the bare end of a name', 'https://push.apple.com/abc'],
    ['another port', 'https://fcm.googleapis.com:22/abc'],
    ['a login', 'https://me:secret@fcm.googleapis.com/abc'],
    ['this machine', 'https://127.0.0.1/abc'],
    ['this machine by a port', 'https://127.0.0.1:8443/abc'],
    ['this machine, IPv6', 'https://[::1]/abc'],
    ['a private address in IPv6', 'https://[::ffff:10.0.0.1]/abc'],
    ['this machine as a number', 'https://0x7f000001/abc'],
    ['the cloud’s own desk', 'https://169.254.169.254/latest/meta-data'],
    ['a name that leads to this machine', 'https://inside.push.example.org/abc'],
    ['a name that leads inside as well', 'https://both.push.example.org/abc'],
    ['a name of nobody', 'https://gone.push.apple.com/abc'],
    ['no address', 'javascript:alert(1)'],
  ])('refuses %s (71)', async (_, endpoint) => {
    await expect(add('fan', at(endpoint))).rejects.toMatchObject({
      status: 422,
      errors: { subscription: [expect.stringContaining('通知を送れません')] },
    })
    expect(await endpointsOf('fan')).toEqual([])
  })

  it('refuses malformed keys (71)', async () => {
    const good = keysOf()
    const point = Buffer.from(good.p256dh, 'base64url')
    const beside = Buffer.from(point)
    beside[64]! ^= 1
    for (const keys of [
      { ...good, p256dh: beside.toString('base64url') },
      { ...good, p256dh: point.subarray(0, 64).toString('base64url') },
      { ...good, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...good, p256dh: '点'.repeat(87) },
      { ...good, auth: Buffer.alloc(15).toString('base64url') },
      { ...good, auth: 'x'.repeat(90_000) },
    ])
      await expect(add('fan', at(GOOGLE, keys))).rejects.toMatchObject({ status: 422 })
    const huge = at(GOOGLE, { ...good, auth: 'A'.repeat(3_000_000) })
    await expect(add('fan', huge)).rejects.toMatchObject({ status: 413 })
    expect(await endpointsOf('fan')).toEqual([])
  })

  it('stores a browser once, however often it registers', async () => {
    const browser = at(GOOGLE)
    const first = await add('fan', browser)
    expect(await add('fan', browser)).toEqual(first)
    expect(await endpointsOf('fan')).toEqual([GOOGLE])
  })

  it('passes a browser to the next user who logs in there, not to one who only knows its endpoint', async () => {
    const browser = at(GOOGLE)
    await add('fan', browser)
    await expect(add('other', at(GOOGLE))).rejects.toMatchObject({ status: 409 })
    expect(await endpointsOf('fan')).toEqual([GOOGLE])
    await add('other', browser)
    expect([await endpointsOf('fan'), await endpointsOf('other')]).toEqual([[], [GOOGLE]])
  })

  it('does not let anyone remove another’s browser, with the same response (71)', async () => {
    await add('fan', at(GOOGLE))
    const remove = (user: string, endpoint: string) =>
      world.as(user)(push.removeToken, { body: { endpoint } })
    await remove('other', GOOGLE)
    expect(await endpointsOf('fan')).toEqual([GOOGLE])
    await remove('fan', 'https://fcm.googleapis.com/fcm/send/unknown')
    await remove('fan', GOOGLE)
    await remove('fan', GOOGLE)
    expect(await endpointsOf('fan')).toEqual([])
  })

  it('deletes the browser of an ended session, and no other (71)', async () => {
    const [phone, laptop] = [world.as('fan'), world.as('fan')]
    await phone(push.addToken, { body: at(`${GOOGLE}1`) })
    await laptop(push.addToken, { body: at(`${GOOGLE}2`) })
    const both = await laptop(push.listTokens, {})
    expect(both.map(({ current }) => current).toSorted()).toEqual([false, true])
    const sessions = await laptop(auth.listSessions, {})
    const other = sessions.find(({ current }) => !current)!
    await laptop(auth.endSession, { params: { id: other.id } })
    expect(await laptop(push.listTokens, {})).toMatchObject([{ current: true }])
    expect(await endpointsOf('fan')).toEqual([`${GOOGLE}2`])
  })

  it(`keeps the newest ${PUSH_DEVICES_MAX} browsers of one person`, async () => {
    for (let nth = 0; nth <= PUSH_DEVICES_MAX; nth++) {
      await add('fan', at(GOOGLE + nth))
      world.clock.move(1000)
    }
    const endpoints = await endpointsOf('fan')
    expect(endpoints).toHaveLength(PUSH_DEVICES_MAX)
    expect(endpoints).not.toContain(`${GOOGLE}0`)
  })
})
