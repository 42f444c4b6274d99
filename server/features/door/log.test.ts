import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door, type GateLogLine } from '#contract/door/calls.ts'
import { ticketHash } from '#contract/door/code.ts'
import { type StoredEntry, scanOutcomeOf } from '#contract/door/log.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { claimGatePhone, type GatePhone, makeKey } from '#server/testing/gate-phone.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const MINUTE = 60_000

describe.each(apiDatabaseNames)('gate logs on %s', (database) => {
  let world: World
  let a: GatePhone
  let b: GatePhone
  /** Ticket hashes, sorted by 整理番号. */
  let hashes: string[]
  const params = { roomid: 'aoi', id: 'night' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night' })
    hashes = []
    for (const name of ['fan', 'two', 'three']) {
      await makeUser(world, name)
      const joined = await world.as(name)(tickets.joinTicket, {
        params: { id: 'night' },
        body: {},
      })
      hashes.push(await ticketHash(joined.ticket_id))
    }
    a = await claimGatePhone(world, 'night', 'A入口', { from: 1, to: 2 })
    b = await claimGatePhone(world, 'night', 'B入口')
  })
  afterEach(() => world.close())

  const ownTicket = async (user = 'fan') => (await world.as(user)(tickets.listIssued, {})).items[0]!
  const report = () => world.as('aoi')(door.getDoorReport, { params })
  const admitted = async () =>
    (await world.as('aoi')(door.listGates, { params })).map((gate) => gate.admitted)
  const minutesAgo = (minutes: number) =>
    new Date(world.clock.now().getTime() - minutes * MINUTE).toISOString()
  /** Everything derived from the logs. */
  async function state() {
    const issued = await world.db
      .selectFrom('issued_ticket')
      .select(['number', 'status', 'used_at', 'used_gate_id'])
      .orderBy('number')
      .execute()
    return { issued, admitted: await admitted(), report: await report() }
  }

  it('shows the holder when and where the ticket was used', async () => {
    await a.write('admit', hashes[0]!, { minutes: -2 })
    expect(await a.send()).toMatchObject({ refused: [], conflicts: [], entered: 1, issued: 3 })
    expect(await ownTicket()).toMatchObject({
      status: 'used',
      used_at: minutesAgo(2),
      used_gate: 'A入口',
    })
    expect(await admitted()).toEqual([1, 0])
    await a.write('undo', hashes[0]!)
    await a.send()
    expect(await ownTicket()).toMatchObject({ status: 'valid', used_at: null, used_gate: null })
    expect(await admitted()).toEqual([0, 0])
  })

  it('counts an entry once, however often and in however many parts it is sent (42)', async () => {
    await a.write('admit', hashes[0]!)
    await a.write('refuse', hashes[1]!)
    await a.write('admit', hashes[1]!)
    const [first, ...rest] = a.log
    expect((await a.send([first!])).accepted).toEqual([first!.nonce])
    for (let again = 0; again < 5; again++) {
      const sent = await a.send()
      expect(sent.accepted).toEqual(again === 0 ? rest.map(({ nonce }) => nonce) : [])
      expect(sent.duplicates).toHaveLength(again === 0 ? 1 : 3)
    }
    expect(await admitted()).toEqual([2, 0])
    expect(await world.db.selectFrom('gate_log').select('id').execute()).toHaveLength(3)
  })

  it('counts an entry once when it is sent concurrently (42)', async () => {
    await a.write('admit', hashes[0]!)
    const sent = await Promise.all([a.send(), a.send(), a.send()])
    expect(sent.map(({ accepted }) => accepted.length).sort()).toEqual([0, 0, 1])
    expect(await admitted()).toEqual([1, 0])
  })

  it('counts the earlier of two overridden entries and reports the second (39)', async () => {
    await a.write('admit', hashes[0]!, { minutes: -5 })
    await b.write('override', hashes[0]!, { minutes: -9 })
    expect((await a.send()).conflicts).toEqual([])
    expect((await b.send()).conflicts).toEqual(['001'])
    expect(await ownTicket()).toMatchObject({ used_at: minutesAgo(9), used_gate: 'B入口' })
    const { doubles, overrides, entered } = await report()
    expect({ overrides, entered }).toEqual({ overrides: 1, entered: 1 })
    expect(doubles).toEqual([
      {
        number: '001',
        status: 'used',
        entries: [
          { gate: 'B入口', at: minutesAgo(9), did: 'override' },
          { gate: 'A入口', at: minutesAgo(5), did: 'admit' },
        ],
      },
    ])
    const { items } = await world.as('aoi')(door.listGateLog, { params, query: {} })
    expect(items.map(({ gate, did, number }) => [gate, did, number])).toEqual([
      ['A入口', 'admit', '001'],
      ['B入口', 'override', '001'],
    ])
  })

  it.each([
    ['two hours behind', -120],
    ['a day ahead', 24 * 60],
  ])(
    'orders scans by the server’s clock when a phone’s is %s, and keeps the phone’s time (43)',
    async (_, off) => {
      await a.write('admit', hashes[0]!, { minutes: -5 + off })
      const device_now = minutesAgo(-off)
      await a.send(a.log, { device_now })
      await b.write('override', hashes[0]!, { minutes: -4 })
      await b.send(b.log, { device_now: minutesAgo(0) })
      expect(await ownTicket()).toMatchObject({ used_at: minutesAgo(5), used_gate: 'A入口' })
      const rows = await world.db
        .selectFrom('gate_log')
        .select(['scanned_at', 'happened_at', 'received_at'])
        .where('gate_id', '=', a.id)
        .execute()
      expect(rows).toEqual([
        {
          scanned_at: minutesAgo(5 - off),
          happened_at: minutesAgo(5),
          received_at: minutesAgo(0),
        },
      ])
    },
  )

  it('records no entry later than its receipt (43)', async () => {
    await a.write('admit', hashes[0]!, { minutes: 600 })
    await a.send()
    expect((await ownTicket()).used_at).toBe(minutesAgo(0))
  })

  it('refuses lines not signed by the gate’s own phone, and accepts the others', async () => {
    const good = await a.write('admit', hashes[0]!)
    const { signature: _, ...entry } = await a.write('admit', hashes[1]!)
    const forged = await (await makeKey()).sign(a.id, entry)
    const turned: GateLogLine = { ...good, nonce: 'another-nonce-0000', ticket_hash: hashes[2]! }
    const foreign = await b.write('admit', hashes[2]!)
    const sent = await a.send([forged, turned, foreign, good])
    expect(sent.accepted).toEqual([good.nonce])
    expect(sent.refused).toEqual([forged, turned, foreign].map(({ nonce }) => nonce))
    expect(await admitted()).toEqual([1, 0])
  })

  it('keeps the first line of a nonce and refuses a different second one', async () => {
    await a.write('admit', hashes[0]!, { nonce: 'the-same-nonce-01' })
    await a.send()
    const other = await a.write('admit', hashes[1]!, { nonce: 'the-same-nonce-01' })
    expect(await a.send([other])).toMatchObject({ accepted: [], refused: ['the-same-nonce-01'] })
    expect(await admitted()).toEqual([1, 0])
  })

  it('reports a phone whose storage was copied', async () => {
    const { signature: _, ...entry } = await a.write('admit', hashes[0]!)
    const copy = await a.key.sign(a.id, {
      ...entry,
      nonce: 'made-by-the-copy-1',
      ticket_hash: hashes[1]!,
    })
    await a.send([...a.log, copy])
    expect(await report()).toMatchObject({ copied: ['A入口'], entered: 2 })
  })

  it('ignores tickets of another event (44)', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'morning' })
    const { ticket_id } = await world.as('fan')(tickets.joinTicket, {
      params: { id: 'morning' },
      body: {},
    })
    await a.write('admit', await ticketHash(ticket_id))
    await a.write('refuse', '')
    expect((await a.send()).accepted).toHaveLength(2)
    const { items } = await world.as('fan')(tickets.listIssued, {})
    expect(items.map(({ status }) => status)).toEqual(['valid', 'valid'])
    expect(await admitted()).toEqual([0, 0])
  })

  it('reports an entry with a cancelled ticket (40)', async () => {
    const [issued] = (await world.as('aoi')(door.listHolders, { params, query: {} })).items
    await world.as('aoi')(door.cancelHolder, { params: { ...params, issued_id: issued!.id } })
    await a.write('admit', hashes[0]!)
    await a.send()
    expect(await ownTicket()).toMatchObject({ status: 'cancelled', used_gate: 'A入口' })
    const { ended, doubles, issued: good, entered } = await report()
    expect({ doubles, good, entered }).toEqual({ doubles: [], good: 2, entered: 1 })
    expect(ended).toMatchObject([
      { number: '001', status: 'cancelled', entries: [{ did: 'admit' }] },
    ])
  })

  it('counts a ticket torn by hand as used, also after a gate’s undo', async () => {
    const { id } = await ownTicket()
    const torn_at = minutesAgo(3)
    const body = { id: crypto.randomUUID(), torn_at, sent_at: minutesAgo(0) }
    await world.db
      .updateTable('digital_ticket')
      .set({ opens_at: minutesAgo(60) })
      .execute()
    await world.as('fan')(tickets.tearTicket, { params: { id }, body })
    await a.write('override', hashes[0]!)
    expect((await a.send()).conflicts).toEqual(['001'])
    expect(await ownTicket()).toMatchObject({ status: 'used', used_at: torn_at, used_gate: null })
    expect((await report()).doubles).toMatchObject([
      { number: '001', entries: [{ gate: 'もぎり' }, { gate: 'A入口', did: 'override' }] },
    ])
    await a.write('undo', hashes[0]!)
    await a.send()
    expect(await ownTicket()).toMatchObject({ status: 'used', used_at: torn_at })
    expect(await admitted()).toEqual([0, 0])
  })

  it('uses the phone’s time for lines without `happened_at`', async () => {
    const line = await a.write('admit', hashes[0]!, { minutes: -30 })
    await world.add('gate_log', {
      ...line,
      id: 'old',
      gate_id: a.id,
      happened_at: null,
      received_at: minutesAgo(0),
    })
    await b.write('override', hashes[0]!, { minutes: -20 })
    await b.send()
    expect(await ownTicket()).toMatchObject({ used_at: minutesAgo(30), used_gate: 'A入口' })
  })

  const scans = fc.array(
    fc.record({
      gate: fc.nat(1),
      ticket: fc.nat(2),
      minute: fc.nat(50),
      did: fc.constantFrom('admit', 'refuse', 'override', 'undo', 'reenter'),
    }),
    { minLength: 1, maxLength: 12 },
  )

  it('gives the same result over HTTP for any order, partition and repetition (42)', async () => {
    await fc.assert(
      fc.asyncProperty(scans, fc.infiniteStream(fc.nat(1_000_000)), async (all, chance) => {
        const night = `night-${(rounds += 1)}`
        await makeDigitalTicket(world, 'room-aoi', { id: night })
        const own: string[] = []
        for (const user of ['fan', 'two', 'three']) {
          const joined = await world.as(user)(tickets.joinTicket, {
            params: { id: night },
            body: {},
          })
          own.push(await ticketHash(joined.ticket_id))
        }
        const gates = [
          await claimGatePhone(world, night, 'A'),
          await claimGatePhone(world, night, 'B', ONE),
        ]
        const storedEntries: StoredEntry[] = []
        for (const { gate, ticket, minute, did } of all) {
          const line = await gates[gate]!.write(did, own[ticket]!, { minutes: -minute })
          storedEntries.push({ ...line, gate_id: gates[gate]!.id, happened_at: line.scanned_at })
        }
        const pick = (max: number) => chance.next().value! % max
        const parts = gates.flatMap((gate) =>
          Array.from({ length: 3 }, () => ({
            gate,
            lines: gate.log.filter(() => pick(2) === 0).sort(() => pick(3) - 1),
          })),
        )
        const completeLogs = gates.map((gate) => ({ gate, lines: gate.log }))
        for (const { gate, lines } of [...parts, ...completeLogs].sort(() => pick(3) - 1))
          await gate.send(lines)
        const rows = await world.db
          .selectFrom('issued_ticket')
          .select(['hash', 'used_at', 'used_gate_id'])
          .where('digital_ticket_id', '=', night)
          .execute()
        for (const row of rows) {
          const { used } = scanOutcomeOf(
            storedEntries.filter(({ ticket_hash }) => ticket_hash === row.hash),
          )
          expect([row.used_at, row.used_gate_id]).toEqual([used?.at ?? null, used?.gate_id ?? null])
        }
        const admissions = own.flatMap(
          (hash) =>
            scanOutcomeOf(storedEntries.filter(({ ticket_hash }) => ticket_hash === hash))
              .admissions,
        )
        const counted = await world.as('aoi')(door.listGates, {
          params: { roomid: 'aoi', id: night },
        })
        expect(counted.map((gate) => gate.admitted)).toEqual(
          gates.map(({ id }) => admissions.filter(({ gate_id }) => gate_id === id).length),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('is unchanged after everything is sent again', async () => {
    await a.write('admit', hashes[0]!)
    await b.write('override', hashes[0]!)
    await a.send()
    await b.send()
    const before = await state()
    world.clock.move(10 * MINUTE)
    await b.send()
    await a.send()
    expect(await state()).toEqual(before)
  })
})

let rounds = 0
const ONE = { from: 1, to: 1 }
