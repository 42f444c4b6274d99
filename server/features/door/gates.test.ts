import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { ticketHash } from '#contract/door/code.ts'
import { createCaller } from '#contract/http/caller.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { NUMBER_MAX } from '#contract/tickets/limits.ts'
import { claimGate, claimGatePhone, makeKey } from '#server/testing/gate-phone.ts'
import { inHours, makeDigitalTicket, makeRoom, makeStaff, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('gates of a ticket on %s', (database) => {
  let world: World
  const params = { roomid: 'aoi', id: 'night' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'door', 'mod']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', number_skip: '[4]', capacity: 50 })
    await makeDigitalTicket(world, 'room-mio', { id: 'other' })
  })
  afterEach(() => world.close())

  const create = (name: string, range: { from: number; to: number } | null, user = 'aoi') =>
    world.as(user)(door.createGate, { params, body: { name, range } })
  const list = (user: string | null = 'aoi') => world.as(user)(door.listGates, { params })
  const revoke = (gid: string, user = 'aoi') =>
    world.as(user)(door.revokeGate, { params: { ...params, gid } })
  const status = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  async function join(name: string) {
    await makeUser(world, name, { display_name: `${name}という名の人` })
    const { ticket_id } = await world.as(name)(tickets.joinTicket, {
      params: { id: 'night' },
      body: {},
    })
    return ticket_id
  }
  const hintOf = async (user: string) =>
    (await world.as(user)(tickets.listIssued, {})).items[0]!.gate_hint

  it.each([
    { who: 'a visitor', user: null, seeing: 401, planning: 401 },
    { who: 'a stranger', user: 'fan', seeing: 403, planning: 403 },
    { who: 'another owner', user: 'mio', seeing: 403, planning: 403 },
    { who: 'a moderator', user: 'mod', seeing: 403, planning: 403 },
    { who: 'door staff', user: 'door', seeing: 200, planning: 403 },
    { who: 'the owner', user: 'aoi', seeing: 200, planning: 200 },
  ])('are visible to $who with $seeing and editable with $planning', async (row) => {
    const { id: gid } = await create('A入口', { from: 1, to: 10 })
    const as = world.as(row.user)
    const at = { ...params, gid }
    const { public_key } = await makeKey()
    const seeing = [
      as(door.listGates, { params }),
      as(door.listGateLog, { params, query: {} }),
      as(door.listHolders, { params, query: {} }),
      as(door.getDoorReport, { params }),
      as(door.workGate, { params: at, body: { public_key } }),
      as(door.getBundle, { params: at }),
      as(door.sendGateLog, { params: at, body: { entries: [] } }),
    ]
    expect(await Promise.all(seeing.map(status))).toEqual(seeing.map(() => row.seeing))
    expect(await status(as(door.inviteToGate, { params: at }))).toBe(
      row.planning === 200 ? 409 : row.planning,
    )
    const body = { name: 'B入口', range: { from: 11, to: 20 } }
    expect(await status(as(door.createGate, { params, body }))).toBe(row.planning)
    expect(await status(as(door.revokeGate, { params: at }))).toBe(row.planning)
  })

  it('have distinct names and ranges; errors name the field', async () => {
    await create('A入口', { from: 1, to: 10 })
    await create('C入口', null)
    const errorFields = (name: string, range: { from: number; to: number } | null) =>
      create(name, range).catch(({ errors }) => Object.keys(errors as object))
    expect(await errorFields('A入口', { from: 11, to: 20 })).toEqual(['name'])
    expect(await errorFields('B入口', { from: 10, to: 20 })).toEqual(['range'])
    expect(await errorFields('B入口', null)).toEqual(['range'])
    expect(await errorFields('B入口', { from: 20, to: 11 })).toEqual(['range'])
    expect(await errorFields('B入口', { from: 1, to: NUMBER_MAX + 1 })).toEqual(['range.to'])
    expect((await create('B入口', { from: 11, to: 20 })).invite_url).toMatch(
      /^http:\/\/room\.test\/gate#[\w-]{43}$/,
    )
  })

  it('appear on tickets issued before the gates were planned', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a5']) await join(name)
    expect(await hintOf('a1')).toBe('')
    await create('C入口', null)
    const { id } = await create('A入口', { from: 2, to: 4 })
    expect(await Promise.all(['a1', 'a2', 'a3', 'a5'].map(hintOf))).toEqual([
      'C入口',
      'A入口',
      'A入口',
      'C入口',
    ])
    await revoke(id)
    expect(await hintOf('a2')).toBe('C入口')
  })

  it('are claimed by the first phone that opens the invitation, which may repeat the claim', async () => {
    const { invite_url } = await create('A入口', null)
    const invite = invite_url.split('#')[1]!
    const key = await makeKey()
    const claim = (public_key: string) =>
      world.as(null)(door.claimGate, { body: { invite, public_key } })
    const first = await claim(key.public_key)
    expect(first).toMatchObject({ room_id: 'aoi', ticket_id: 'night' })
    await expect(claim((await makeKey()).public_key)).rejects.toMatchObject({ status: 409 })
    const again = await claim(key.public_key)
    const with_ = (token: string) =>
      createCaller({ fetch: world.fetch, token: () => token })(door.getBundle, {
        params: { ...params, gid: first.gate_id },
      })
    await expect(with_(first.gate_token)).rejects.toMatchObject({ status: 401 })
    expect((await with_(again.gate_token)).payload).toContain('night')
    expect((await list())[0]).toMatchObject({ claimed: true })
    await expect(
      world.as(null)(door.claimGate, {
        body: { invite: 'x'.repeat(43), public_key: key.public_key },
      }),
    ).rejects.toMatchObject({ status: 404 })
    const rows = await world.db.selectFrom('gate').selectAll().execute()
    for (const secret of [invite, first.gate_token, again.gate_token])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('can be invited again while unclaimed', async () => {
    const { id: gid, invite_url } = await create('A入口', null)
    const next = await world.as('aoi')(door.inviteToGate, { params: { ...params, gid } })
    await expect(claimGate(world, invite_url)).rejects.toMatchObject({ status: 404 })
    expect((await claimGate(world, next.invite_url)).id).toBe(gid)
  })

  it('have access to their own ticket only (44)', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const other = await claimGatePhone(world, 'night', 'B入口', { from: 1, to: 3 })
    const otherGates = [
      { ...gate.params, gid: other.id },
      { ...gate.params, id: 'other' },
      { roomid: 'mio', id: 'other', gid: gate.id },
    ]
    for (const at of otherGates) {
      expect(await status(gate.call(door.getBundle, { params: at }))).toBe(403)
      const sent = gate.call(door.sendGateLog, { params: at, body: { entries: [] } })
      expect(await status(sent)).toBe(403)
    }
    expect(await status(gate.call(door.listGates, { params }))).toBe(401)
    expect(await status(gate.call(tickets.listIssued, {}))).toBe(401)
  })

  it('lose access as soon as they are revoked', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    expect((await gate.prepare()).gate_id).toBe(gate.id)
    await revoke(gate.id)
    expect(await status(gate.prepare())).toBe(401)
    expect(await status(gate.send([]))).toBe(401)
    expect(await list()).toEqual([])
    const at = { ...params, gid: gate.id }
    const body = { public_key: gate.key.public_key }
    expect(await status(world.as('aoi')(door.workGate, { params: at, body }))).toBe(410)
  })

  it('claimed by login keep access while that person may work at the door', async () => {
    const { id: gid } = await create('A入口', { from: 1, to: 10 })
    const { id: own } = await create('B入口', null)
    const invited = await claimGatePhone(world, 'night', 'C入口', { from: 11, to: 20 })
    const take = async (user: string, at: string) => {
      const { public_key } = await makeKey()
      const to = { params: { ...params, gid: at } }
      const claimed = await world.as(user)(door.workGate, { ...to, body: { public_key } })
      const call = createCaller({ fetch: world.fetch, token: () => claimed.gate_token })
      return () => status(call(door.getBundle, to))
    }
    const staffs = await take('door', gid)
    const owners = await take('aoi', own)
    const statuses = async () => [await staffs(), await owners(), await status(invited.prepare())]
    expect(await statuses()).toEqual([200, 200, 200])
    const staff = { params: { id: 'aoi' }, body: { name: 'door', role: 'door' as const } }
    await world.as('aoi')(rooms.removeStaff, staff)
    expect(await statuses()).toEqual([401, 200, 200])
    // A person added back gets the same access, so their log can still be uploaded.
    await world.as('aoi')(rooms.addStaff, staff)
    expect(await statuses()).toEqual([200, 200, 200])
    await world.db
      .updateTable('user')
      .set({ status: 'suspended' })
      .where('id', '=', 'door')
      .execute()
    expect(await statuses()).toEqual([401, 200, 200])
  })

  it('become free when the person who claimed them may not work there, then pass to another phone', async () => {
    const [hanako, jirou] = [await join('hanako'), await join('jirou')]
    const { id: gid } = await create('A入口', { from: 1, to: 10 })
    const at = { params: { ...params, gid } }
    const key = await makeKey()
    const take = (user: string, public_key: string) =>
      world.as(user)(door.workGate, { ...at, body: { public_key } })
    const { gate_token, seq } = await take('door', key.public_key)
    const old = createCaller({ fetch: world.fetch, token: () => gate_token })
    const write = (seq: number, did: 'admit' | 'undo', hash: string) => ({
      nonce: `line-of-a-phone-${seq}`,
      seq,
      ticket_hash: hash,
      scanned_at: inHours(world, 0),
      did,
      reason: '',
    })
    const hash = await ticketHash(hanako)
    await old(door.getBundle, at)
    const first = await key.sign(gid, write(seq, 'admit', hash))
    await old(door.sendGateLog, { ...at, body: { entries: [first] } })
    expect((await list())[0]).toMatchObject({ claimed: true, lapsed: false })
    expect(await status(take('aoi', (await makeKey()).public_key))).toBe(409)

    const staff = { params: { id: 'aoi' }, body: { name: 'door', role: 'door' as const } }
    await world.as('aoi')(rooms.removeStaff, staff)
    expect((await list())[0]).toMatchObject({ claimed: false, lapsed: true, admitted: 1 })
    // Until someone else is invited, adding the person back restores the claim.
    await world.as('aoi')(rooms.addStaff, staff)
    expect((await list())[0]).toMatchObject({ claimed: true, lapsed: false })
    expect(await status(old(door.getBundle, at))).toBe(200)
    await world.as('aoi')(rooms.removeStaff, staff)

    const { invite_url } = await world.as('aoi')(door.inviteToGate, at)
    expect((await list())[0]).toMatchObject({ claimed: false, lapsed: false, admitted: 1 })
    const next = await claimGate(world, invite_url)
    expect(next.id).toBe(gid)
    expect((await list())[0]).toMatchObject({ claimed: true, lapsed: false })
    // The gate has a new invitation: adding the person back no longer restores the claim.
    await world.as('aoi')(rooms.addStaff, staff)
    expect(await status(old(door.getBundle, at))).toBe(401)
    expect(await status(take('door', key.public_key))).toBe(409)
    // The new phone's bundle contains the entries, and its line numbers continue.
    const { plan } = await next.prepare()
    expect(plan.tickets.find((one) => one.hash === hash)).toMatchObject({ used_gate: gid })
    await next.send([await next.write('admit', await ticketHash(jirou))])
    const log = await world.as('aoi')(door.listGateLog, { params, query: { gate: gid } })
    expect(log.items.map(({ number }) => number).sort()).toEqual(['001', '002'])
    expect((await list())[0]).toMatchObject({ admitted: 2 })
    const report = await world.as('aoi')(door.getDoorReport, { params })
    expect(report).toMatchObject({ entered: 2, doubles: [], copied: [] })
  })

  it('become free when their phone leaves, and the next phone continues their log', async () => {
    const [hanako, jirou] = [await join('hanako'), await join('jirou')]
    const { id: gid, invite_url } = await create('C入口', null)
    const old = await claimGate(world, invite_url)
    await old.prepare()
    await old.send([await old.write('admit', await ticketHash(hanako))])
    const beside = await claimGatePhone(world, 'night', 'A入口', { from: 2, to: 3 })
    expect((await list())[1]).toMatchObject({ waits_for: ['C入口'] })
    const leave = () => status(old.call(door.leaveGate, { params: old.params }))
    expect(await leave()).toBe(200)
    const [left, waiting] = await list()
    expect(left).toMatchObject({ id: gid, claimed: false, lapsed: false, admitted: 1 })
    expect(waiting).toMatchObject({ waits_for: [] })
    // The old phone has no access, and its invitation cannot be used again.
    for (const shut of [leave(), status(old.prepare()), status(old.send([]))])
      expect(await shut).toBe(401)
    await expect(claimGate(world, invite_url)).rejects.toMatchObject({ status: 404 })
    expect((await beside.prepare()).plan.tickets).toHaveLength(2)

    const again = await world.as('aoi')(door.inviteToGate, { params: old.params })
    const next = await claimGate(world, again.invite_url)
    expect(next.id).toBe(gid)
    // A late call of the old phone does not end the new phone's claim.
    expect(await leave()).toBe(401)
    expect((await list())[0]).toMatchObject({ claimed: true })
    const { plan } = await next.prepare()
    const hash = await ticketHash(hanako)
    expect(plan.tickets.find((one) => one.hash === hash)).toMatchObject({ used_gate: gid })
    await next.send([await next.write('override', await ticketHash(jirou))])
    const log = await world.as('aoi')(door.listGateLog, { params, query: { gate: gid } })
    expect(log.items.map(({ number }) => number).sort()).toEqual(['001', '002'])
    const report = await world.as('aoi')(door.getDoorReport, { params })
    expect(report).toMatchObject({ entered: 2, doubles: [], copied: [] })
  })

  it.each([
    { who: 'a visitor', user: null, answer: 401, stays: true },
    { who: 'a stranger', user: 'fan', answer: 403, stays: true },
    { who: 'another owner', user: 'mio', answer: 403, stays: true },
    { who: 'a moderator', user: 'mod', answer: 403, stays: true },
    { who: 'other door staff', user: 'second', answer: 403, stays: true },
    { who: 'whoever took it', user: 'door', answer: 200, stays: false },
    { who: 'the owner', user: 'aoi', answer: 200, stays: false },
  ])('are taken from their phone by $who: $answer', async ({ user, answer, stays }) => {
    await makeUser(world, 'second')
    await makeStaff(world, 'room-aoi', 'second', 'door')
    const { id: gid } = await create('A入口', { from: 1, to: 10 })
    const at = { params: { ...params, gid } }
    const { public_key } = await makeKey()
    const claim = await world.as('door')(door.workGate, { ...at, body: { public_key } })
    const phone = createCaller({ fetch: world.fetch, token: () => claim.gate_token })
    const otherGates = await claimGatePhone(world, 'night', 'B入口', null)
    expect(await status(otherGates.call(door.leaveGate, at))).toBe(403)
    // Twice: a client that lost the response retries.
    for (const _ of [1, 2]) expect(await status(world.as(user)(door.leaveGate, at))).toBe(answer)
    expect((await list())[0]).toMatchObject({ claimed: stays, lapsed: false })
    expect(await status(phone(door.getBundle, at))).toBe(stays ? 200 : 401)
  })

  it('cannot be left once they are revoked', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    await revoke(gate.id)
    expect(await status(gate.call(door.leaveGate, { params: gate.params }))).toBe(401)
    const leave = (gid: string) =>
      status(world.as('aoi')(door.leaveGate, { params: { ...params, gid } }))
    expect([await leave(gate.id), await leave('nothing')]).toEqual([200, 404])
    expect(await status(world.as('aoi')(door.inviteToGate, { params: gate.params }))).toBe(404)
  })

  it('pass the previous phone’s numbers on to the next phone', async () => {
    for (const name of ['f1', 'f2', 'f3']) await join(name)
    const { id: gid } = await create('C入口', null)
    const at = { params: { ...params, gid } }
    const { public_key } = await makeKey()
    const { gate_token } = await world.as('door')(door.workGate, { ...at, body: { public_key } })
    await createCaller({ fetch: world.fetch, token: () => gate_token })(door.getBundle, at)
    await create('A入口', { from: 2, to: 3 })
    const staff = { params: { id: 'aoi' }, body: { name: 'door', role: 'door' as const } }
    await world.as('aoi')(rooms.removeStaff, staff)
    // A phone of removed staff may still be working offline, so its numbers stay reserved.
    expect((await list())[1]).toMatchObject({ waits_for: ['C入口'] })
    const newKey = await makeKey()
    const claim = await world.as('aoi')(door.workGate, { ...at, body: newKey })
    expect((await list())[1]).toMatchObject({ waits_for: [] })
    expect(claim).toMatchObject({ gate_id: gid, seq: 0 })
  })

  it('claimed before `claimed_by` was stored stay claimed', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    // As after a claim by invitation, and in rows from before the column.
    expect(await world.db.selectFrom('gate').select('claimed_by').execute()).toEqual([
      { claimed_by: null },
    ])
    await world.as('aoi')(rooms.removeStaff, {
      params: { id: 'aoi' },
      body: { name: 'door', role: 'door' },
    })
    expect((await list())[0]).toMatchObject({ claimed: true, lapsed: false })
    expect((await gate.prepare()).gate_id).toBe(gate.id)
    expect(await status(world.as('aoi')(door.inviteToGate, { params: gate.params }))).toBe(409)
    // The owner can still revoke such a gate and create it again with the same name.
    await revoke(gate.id)
    expect(await status(gate.prepare())).toBe(401)
    expect((await claimGatePhone(world, 'night', 'A入口')).id).not.toBe(gate.id)
  })

  it('work under the owner’s former handle', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const at = new Date(world.clock.now()).toISOString()
    await world.add('name_history', {
      name: 'aoi',
      skeleton: 'aol',
      user_id: 'aoi',
      changed_at: at,
    })
    await world.db.updateTable('user').set({ name: 'midori' }).where('id', '=', 'aoi').execute()
    expect((await gate.prepare()).gate_id).toBe(gate.id)
    expect(
      await status(gate.call(door.getBundle, { params: { ...gate.params, roomid: 'mio' } })),
    ).toBe(403)
  })

  it('have no access to a suspended room', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    await world.db.updateTable('room').set({ state: 9 }).execute()
    expect(await status(gate.prepare())).toBe(401)
  })

  it('get a bundle of valid, cancelled and used tickets, without personal data (40)', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const [valid, ended] = [await join('hanako'), await join('jirou')]
    const params_ = { ...params, issued_id: ended }
    await world.as('aoi')(door.cancelHolder, { params: params_ })
    const bundle = await gate.prepare()
    expect(bundle.plan.tickets).toEqual([
      { hash: await ticketHash(valid), number: '001', status: 'valid', ...UNUSED },
      { hash: await ticketHash(ended), number: '002', status: 'cancelled', ...UNUSED },
    ])
    const people = await world.db.selectFrom('user').selectAll().execute()
    const text = JSON.stringify(bundle)
    const holders = people.filter(({ id }) => id === 'hanako' || id === 'jirou')
    expect(holders).toHaveLength(2)
    for (const { id, email, display_name, name } of holders)
      for (const word of [id, email, display_name, name, 'という名の人'])
        expect(text).not.toContain(word)
    for (const id of [valid, ended]) expect(text).not.toContain(id)
  })

  it('answer 304 for an unchanged bundle', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const path = `/api/application/room/aoi/digitalTicket/night/gate/${gate.id}/bundle`
    const ask = (etag = '') =>
      world.fetch(path, {
        headers: { authorization: `Bearer ${gate.token}`, 'if-none-match': etag },
      })
    const first = await ask()
    expect(first.headers.get('cache-control')).toContain('private')
    const etag = first.headers.get('etag')!
    expect((await ask(etag)).status).toBe(304)
    await join('late')
    expect((await ask(etag)).status).toBe(200)
  })

  it('change their ETag for every change relevant at the door, and for nothing else', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const [first, second] = [await join('hanako'), await join('jirou')]
    const path = `/api/application/room/aoi/digitalTicket/night/gate/${gate.id}/bundle`
    async function ask(tag: string) {
      const headers = { authorization: `Bearer ${gate.token}`, 'if-none-match': tag }
      const answer = await world.fetch(path, { headers })
      return {
        status: answer.status,
        etag: answer.headers.get('etag')!,
        payload: answer.status === 200 && ((await answer.json()) as { payload: string }).payload,
      }
    }
    let known = await ask('')
    /** Whether the answer is 304; the payload must be unchanged in that case. */
    const isSame = async () => {
      const again = await ask(known.etag)
      if (again.status === 304) expect((await ask('')).payload).toBe(known.payload)
      else known = again
      return again.status === 304
    }
    const hash = await ticketHash(first)
    const { public_key } = await makeKey()
    const bind = () =>
      world.as('jirou')(tickets.bindDevice, { params: { id: second }, body: { public_key } })
    async function change(fields: Record<string, string>) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      await world.as('aoi')(tickets.changeTicket, { params, body })
    }
    const callBack = () =>
      world.as('aoi')(door.cancelHolder, { params: { ...params, issued_id: second } })
    const torn = { id: crypto.randomUUID(), torn_at: inHours(world, 0), sent_at: inHours(world, 0) }
    const tear = () => world.as('hanako')(tickets.tearTicket, { params: { id: first }, body: torn })
    expect(await isSame()).toBe(true)
    await gate.send([], { epoch: 1 })
    expect(await isSame()).toBe(true)
    const changes: [string, () => Promise<unknown>][] = [
      ['a sale', () => join('saburou')],
      ['another phone', bind],
      ['a new entrance', () => claimGatePhone(world, 'night', 'B入口', { from: 2, to: 3 })],
      ['a new title', () => change({ title: '別の題', venue: '地下' })],
      ['a ticket called back', callBack],
      ['the hour', () => change({ opens: inHours(world, -1), end: inHours(world, 28) })],
      ['an entry', async () => gate.send([await gate.write('admit', hash)])],
      ['an entry taken back', async () => gate.send([await gate.write('undo', hash)])],
      ['もぎり', tear],
    ]
    for (const [what, happen] of changes) {
      await happen()
      expect([what, await isSame()]).toEqual([what, false])
    }
    expect(await isSame()).toBe(true)
  })

  it('keep reassigned numbers until their phone confirms the new plan', async () => {
    for (const name of ['f1', 'f2', 'f3']) await join(name)
    const old = await claimGatePhone(world, 'night', 'C入口')
    await old.prepare()
    const next = await claimGatePhone(world, 'night', 'A入口', { from: 2, to: 3 })
    const homeOf = (bundle: Awaited<ReturnType<typeof old.prepare>>, number: number) =>
      bundle.plan.gates.find(({ ranges }) =>
        ranges.some(([from, to]) => from <= number && number <= to),
      )?.name
    expect(homeOf(await next.prepare(), 2)).toBe('C入口')
    expect((await list())[1]).toMatchObject({ name: 'A入口', waits_for: ['C入口'] })
    // The bundle was sent, but only the phone can confirm that it arrived.
    const bundle = await old.prepare()
    expect(homeOf(bundle, 2)).toBe('A入口')
    expect(homeOf(await next.prepare(), 2)).toBe('C入口')
    await old.send([], { epoch: bundle.epoch })
    expect(homeOf(await next.prepare(), 2)).toBe('A入口')
    expect((await list())[1]).toMatchObject({ waits_for: [] })
  })

  it('ignore a confirmed epoch from before a restored backup', async () => {
    const old = await claimGatePhone(world, 'night', 'C入口')
    await old.prepare()
    const next = await claimGatePhone(world, 'night', 'A入口', { from: 2, to: 3 })
    const bundle = await old.prepare()
    const waiting = async () => (await list())[1]!.waits_for
    for (const [epoch, waits] of [
      [bundle.epoch + 1, ['C入口']],
      [bundle.epoch, []],
    ] as const) {
      await old.send([], { epoch })
      expect([epoch, await waiting()]).toEqual([epoch, waits])
    }
    expect((await next.prepare()).gate_id).toBe(next.id)
  })

  it('contain the opening time of the doors', async () => {
    const gate = await claimGatePhone(world, 'night', 'A入口')
    const { plan } = await gate.prepare()
    expect(plan.from).toBe(inHours(world, 23))
  })
})

const UNUSED = { generation: 0, paper: null, used_at: null, used_gate: null }
