import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { readCode } from '#contract/door/code.ts'
import { urlOf } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  ENTRANT_NAME_NEEDED,
  ENTRANT_NAME_STANDS,
  ENTRANT_NEEDED,
  TICKET_NOT_VALID,
} from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { listForDoors } from '#server/features/door/queries.ts'
import { makeDigitalTicket, makeIssued, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { findPaper } from './paper-ticket-queries.ts'

const NAME = '佐藤 千晴'
/** A public key on the curve. */
const KEY = Buffer.from(
  await crypto.subtle.exportKey(
    'raw',
    (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']))
      .publicKey,
  ),
).toString('base64url')

describe.each(apiDatabaseNames)('a ticket on paper on %s', (database) => {
  let world: World
  let id: string

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'friend']) await makeUser(world, name)
    const night = { id: 'night', amount: 0, capacity: 2, no_transfer: 0 as const }
    await makeDigitalTicket(world, 'room-aoi', night)
    const joined = await world.as('fan')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    id = joined.ticket_id
  })
  afterEach(() => world.close())

  const issue = (paper_name?: string, of = id) =>
    world.as('fan')(tickets.issuePaper, {
      params: { id: of },
      body: paper_name === undefined ? {} : { paper_name },
    })
  async function sheet() {
    const headers = { authorization: `Bearer ${await world.tokenOf('fan')}` }
    const response = await world.fetch(urlOf(tickets.getPaper, { params: { id } }), { headers })
    return { status: response.status, page: await response.text() }
  }
  const stored = () => findPaper(world.db, id, 'fan')
  const atDoors = async () => (await listForDoors(world.db, 'night'))[0]

  it('has a code of its own with the name that staff compare', async () => {
    await issue(NAME)
    const paper = await stored()
    expect(readCode(paper!.credential)!.claims).toMatchObject({
      ...{ issuedId: id, number: '001', thumbprint: null, paperName: NAME },
    })
    const issued = await world.as('fan')(tickets.getIssued, { params: { id } })
    expect(issued.paper_name).toBe(NAME)
    expect(issued.credential).not.toBe(paper!.credential)
    const of = { params: { roomid: 'aoi', id: 'night' }, query: {} }
    const { items } = await world.as('aoi')(door.listHolders, of)
    expect(items).toMatchObject([{ paper_name: NAME }])
  })

  it('is a page with name, number and code', async () => {
    expect((await sheet()).status).toBe(404)
    await issue('<b>千晴</b>')
    const { page } = await sheet()
    expect(page).toContain('&lt;b&gt;千晴&lt;/b&gt;')
    expect(page).toContain('整理番号 001')
    expect(page).toContain('aria-label="入場コード"')
    expect(page).toContain('このチケットの転売は禁止されています。')
  })

  it('carries the words of the Act if it is a 特定興行入場券', async () => {
    await issue(NAME)
    await world.db.updateTable('digital_ticket').set({ named: 1 }).execute()
    expect((await sheet()).page).toContain('「特定興行入場券」です')
  })

  it('needs a name, which stands', async () => {
    const refused = (message: string) => ({ status: 422, errors: { paper_name: [message] } })
    await expect(issue()).rejects.toMatchObject(refused(ENTRANT_NAME_NEEDED))
    await expect(issue(' ')).rejects.toMatchObject(refused(ENTRANT_NAME_NEEDED))
    await issue(NAME)
    const { credential } = (await stored())!
    await issue(NAME)
    await issue()
    expect((await stored())!.credential).toBe(credential)
    await expect(issue('別人')).rejects.toMatchObject(refused(ENTRANT_NAME_STANDS))
  })

  it('takes the name of a named ticket', async () => {
    await world.db.updateTable('digital_ticket').set({ named: 1 }).execute()
    await expect(issue('別人')).rejects.toMatchObject({ status: 409, message: ENTRANT_NEEDED })
    const entrant = { entrant_name: NAME, entrant_contact: '090-1234-5678' }
    await world.as('fan')(tickets.setEntrant, { params: { id }, body: entrant })
    await issue()
    expect((await stored())!.name).toBe(NAME)
  })

  it('stays valid when another phone shows the ticket', async () => {
    await issue(NAME)
    await world.as('fan')(tickets.bindDevice, { params: { id }, body: { public_key: KEY } })
    expect(await atDoors()).toMatchObject({ generation: 1, paper: 0 })
  })

  it('reaches the gates with their next list', async () => {
    const changes = async () =>
      (await world.db.selectFrom('digital_ticket').select('door_changes').executeTakeFirstOrThrow())
        .door_changes
    const before = await changes()
    await issue(NAME)
    expect(await changes()).toBe(before + 1)
    expect(await atDoors()).toMatchObject({ generation: 0, paper: 0 })
  })

  it('ends with a transfer; the new holder can print another', async () => {
    await issue(NAME)
    await world.as('fan')(transfers.offer, { params: { id }, body: { name: 'friend' } })
    await world.as('friend')(transfers.accept, { params: { id } })
    expect((await sheet()).status).toBe(404)
    expect(await atDoors()).toMatchObject({ generation: 1, paper: null })
    await expect(issue(NAME)).rejects.toMatchObject({ status: 404 })
    const body = { paper_name: '友人' }
    await world.as('friend')(tickets.issuePaper, { params: { id }, body })
    expect(await atDoors()).toMatchObject({ generation: 1, paper: 1 })
  })

  it('is not made of a used, cancelled or expired ticket', async () => {
    const refused = { status: 409, message: TICKET_NOT_VALID }
    for (const status of ['used', 'cancelled'] as const) {
      await world.db.updateTable('issued_ticket').set({ status }).execute()
      await expect(issue(NAME)).rejects.toMatchObject(refused)
    }
    await makeDigitalTicket(world, 'room-aoi', {
      id: 'over',
      valid_until: world.clock.now().toISOString(),
    })
    const over = await makeIssued(world, 'over', 'fan')
    await expect(issue(NAME, over)).rejects.toMatchObject(refused)
  })
})
