import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DoorBundle } from '#contract/door/bundle.ts'
import { readCode } from '#contract/door/code.ts'
import { importKey, verifyCode } from '#contract/door/verify.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { CODE_KEY_DAYS, CODE_KEYS_SETTLED_DAYS } from '#contract/tickets/limits.ts'
import { claimGatePhone, makeKey } from '#server/testing/gate-phone.ts'
import { inHours, makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(databaseNames)('signing keys of a ticket on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
  })
  afterEach(() => world.close())

  const opensIn = (days: number) =>
    makeDigitalTicket(world, 'room-aoi', {
      id: 'night',
      opens_at: inHours(world, days * 24),
      starts_at: inHours(world, days * 24 + 1),
      valid_until: inHours(world, days * 24 + 4),
    })
  async function join(name: string) {
    await makeUser(world, name)
    const as = world.as(name)
    const { ticket_id } = await as(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    return ticket_id
  }
  const codeOf = async (name: string, id: string) =>
    readCode((await world.as(name)(tickets.getIssued, { params: { id } })).credential)!
  const keyOf = async (name: string, id: string) => (await codeOf(name, id)).claims.keyId
  async function proofAt(bundle: DoorBundle, name: string, id: string) {
    const pairs = bundle.keys.map(
      async (key) =>
        [
          key.id,
          await importKey(new Uint8Array(Buffer.from(key.public_key, 'base64url'))),
        ] as const,
    )
    const keys = new Map(await Promise.all(pairs))
    return verifyCode(await codeOf(name, id), keys, world.clock.now().getTime())
  }

  it('rotate; an earlier gate accepts the codes of all keys once it has a new bundle', async () => {
    await opensIn(90)
    const early = await join('early')
    const gate = await claimGatePhone(world, 'night', 'A入口', { from: 1, to: 10 })
    const before = await gate.prepare()
    world.clock.move(CODE_KEY_DAYS * DAY_MS - 1)
    const last = await join('last')
    expect(await keyOf('last', last)).toBe(await keyOf('early', early))
    world.clock.move(1)
    const late = await join('late')
    expect(await keyOf('late', late)).not.toBe(await keyOf('early', early))
    const next = await join('next')
    expect(await keyOf('next', next)).toBe(await keyOf('late', late))

    // The bundle is signed with the key that was given at the claim; `prepare` accepts no other.
    const after = await gate.prepare()
    expect(after.keys).toHaveLength(2)
    for (const [name, id] of Object.entries({ early, last, late, next }))
      expect([name, await proofAt(after, name, id)]).toEqual([name, 'still'])
    expect(await proofAt(before, 'early', early)).toBe('still')
    expect(await proofAt(before, 'late', late)).toBe('forged')
    const newer = await claimGatePhone(world, 'night', 'B入口')
    expect((await newer.prepare()).keys).toEqual(after.keys)

    const rows = await world.db
      .selectFrom('credential_key')
      .select('retired_at')
      .orderBy('created_at')
      .execute()
    expect(rows).toEqual([{ retired_at: expect.any(String) }, { retired_at: null }])
  })

  it('are sent to gates with the first code of a new key, also for a newly bound device', async () => {
    await opensIn(90)
    const id = await join('early')
    const gate = await claimGatePhone(world, 'night', 'A入口')
    await gate.prepare()
    const path = `/api/application/room/aoi/digitalTicket/night/gate/${gate.id}/bundle`
    const ask = (etag: string) =>
      world.fetch(path, {
        headers: { authorization: `Bearer ${gate.token}`, 'if-none-match': etag },
      })
    const etag = (await ask('')).headers.get('etag')!
    world.clock.move(CODE_KEY_DAYS * DAY_MS)
    expect((await ask(etag)).status).toBe(304)
    const { public_key } = await makeKey()
    await world.as('early')(tickets.bindDevice, { params: { id }, body: { public_key } })
    expect((await ask(etag)).status).toBe(200)
    const { keys } = await gate.prepare()
    expect(keys.map((key) => key.id)).toContain(await keyOf('early', id))
    expect(keys).toHaveLength(2)
  })

  it.each([
    ['a moment before the last days', 1, 2],
    ['from then on', 0, 1],
    ['in them', -1, 1],
  ])('do not rotate shortly before the doors open: %s', async (_, ms, count) => {
    await opensIn(CODE_KEY_DAYS + CODE_KEYS_SETTLED_DAYS + 1)
    await join('early')
    world.clock.move((CODE_KEY_DAYS + 1) * DAY_MS - ms)
    await join('late')
    const rows = await world.db.selectFrom('credential_key').select('id').execute()
    expect(rows).toHaveLength(count)
  })
})
