import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { TICKET_NOT_VALID } from '#contract/tickets/messages.ts'
import { makeKey } from '#server/testing/gate-phone.ts'
import { inHours, makeDigitalTicket, makeIssued, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const MINUTE = 60_000
const NONCE = '0197f000-0000-7000-8000-000000000001'

describe.each(apiDatabaseNames)('もぎり on the holder’s own phone on %s', (database) => {
  let world: World
  let id: string

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', {
      id: 'night',
      opens_at: inHours(world, -1),
      starts_at: inHours(world, 0),
      valid_until: inHours(world, 3),
    })
    id = await makeIssued(world, 'night', 'fan')
  })
  afterEach(() => world.close())

  const ago = (ms: number, skew = 0) => {
    const now = world.clock.now().getTime() + skew
    return {
      torn_at: new Date(now - ms).toISOString(),
      sent_at: new Date(now).toISOString(),
    }
  }
  const tear = (when = ago(0), nonce = NONCE, who = 'fan') =>
    world.as(who)(tickets.tearTicket, { params: { id }, body: { id: nonce, ...when } })
  const rows = () => world.db.selectFrom('tear').selectAll().execute()

  it('uses the ticket at the time of the tear', async () => {
    const when = ago(10 * MINUTE)
    expect(await tear(when)).toMatchObject({ status: 'used', used_at: when.torn_at })
    const { public_key } = await makeKey()
    await expect(
      world.as('fan')(tickets.bindDevice, { params: { id }, body: { public_key } }),
    ).rejects.toMatchObject({ status: 409, message: TICKET_NOT_VALID })
  })

  it.each([
    ['two hours behind', -120 * MINUTE],
    ['a day ahead', 24 * 60 * MINUTE],
  ])('trusts the phone’s time difference when its clock is %s (43)', async (_, skew) => {
    const torn = await tear(ago(10 * MINUTE, skew))
    expect(torn.used_at).toBe(ago(10 * MINUTE).torn_at)
    const [row] = await rows()
    expect(row).toMatchObject({
      torn_at: ago(10 * MINUTE, skew).torn_at,
      happened_at: torn.used_at,
    })
    expect(row!.received_at).toBe(world.clock.now().toISOString())
  })

  it('is stored once per id, and a second tear separately', async () => {
    const first = await tear(ago(5 * MINUTE))
    world.clock.move(MINUTE)
    expect(await tear(ago(6 * MINUTE))).toEqual(first)
    expect(await rows()).toHaveLength(1)
    const again = NONCE.replace(/1$/, '2')
    expect((await tear(ago(0), again)).used_at).toBe(first.used_at)
    expect(await rows()).toHaveLength(2)
  })

  it('is refused before the doors open, for an invalid ticket, and for another’s', async () => {
    await expect(tear(ago(62 * MINUTE))).rejects.toMatchObject({
      status: 409,
      message: '開場前のため、もぎりはできません。',
    })
    await expect(tear(ago(0), NONCE, 'other')).rejects.toMatchObject({ status: 404 })
    await world.db.updateTable('issued_ticket').set({ status: 'cancelled' }).execute()
    await expect(tear()).rejects.toMatchObject({ status: 409 })
    expect(await rows()).toEqual([])
  })
})

describe.each(apiDatabaseNames)('calendar file of a ticket on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし, 喫茶室' })
    await makeUser(world, 'fan')
    await makeDigitalTicket(world, 'room-aoi', {
      id: 'night',
      title: `雨; 風\\${'空'.repeat(60)}`,
      venue: '灯ホール, 下北沢',
      created_at: inHours(world, -2),
      updated_at: inHours(world, -2),
    })
  })
  afterEach(() => world.close())

  const fetched = () => world.fetch('/api/application/room/aoi/digitalTicket/night/calendar.ics')
  const unfolded = async () => (await (await fetched()).text()).replaceAll('\r\n ', '')

  it('has place and time as in RFC 5545, without names', async () => {
    const answer = await fetched()
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    const text = await answer.text()
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const lines = (await unfolded()).split('\r\n')
    const start = inHours(world, 24).replace(/[-:]/g, '').slice(0, 15)
    for (const line of [
      `SUMMARY:雨\\; 風\\\\${'空'.repeat(60)}`,
      'LOCATION:灯ホール\\, 下北沢',
      `DTSTART:${start}Z`,
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
    ])
      expect(lines).toContain(line)
    expect(lines.find((line) => line.startsWith('UID:night@'))).toBeDefined()
  })

  it('replaces the earlier entry after a change, and is not available for drafts', async () => {
    const before = await unfolded()
    const change = { starts_at: inHours(world, 30), updated_at: inHours(world, -1) }
    await world.db.updateTable('digital_ticket').set(change).execute()
    const after = await unfolded()
    const of = (text: string, name: string) => new RegExp(`${name}:(.*)`).exec(text)![1]!
    expect(of(after, 'UID')).toBe(of(before, 'UID'))
    expect(Number(of(after, 'SEQUENCE'))).toBeGreaterThan(Number(of(before, 'SEQUENCE')))
    expect(of(after, 'DTSTART')).not.toBe(of(before, 'DTSTART'))
    await world.db.updateTable('digital_ticket').set({ status: 'draft' }).execute()
    expect((await fetched()).status).toBe(404)
  })
})
