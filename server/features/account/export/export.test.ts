import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXPORTS } from '#contract/account/limits.ts'
import { door } from '#contract/door/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { makeKey } from '#server/testing/gate-phone.ts'
import { makeEvent, makeStaff, makeTicket } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { unzip } from '#server/testing/unzip.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { BORN, createFullPerson, HERS, OTHERS } from '../testing/whole-person.ts'

/** Keys and secrets that an export must not contain. */
const SECRET = ['endpoint', 'pushKey', 'credential', 'cardRef', 'boundKey', 'subject'] as const
/** Texts of others about her, and her request to a seller: not part of her export. */
const NOT_HERS_TO_READ = ['evidence', 'accused', 'asker'] as const

describe.each(apiDatabaseNames)('the export on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await createFullPerson(world)
  })
  afterEach(() => world.close())

  async function ask(user: string) {
    const headers = { authorization: `Bearer ${await world.tokenOf(user)}` }
    return world.fetch('/api/application/me/export', { headers })
  }
  const open = async (answer: Response) => unzip(new Uint8Array(await answer.arrayBuffer()))

  it('is one file with a Japanese name that no cache stores', async () => {
    const answer = await ask('sakura')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const disposition = answer.headers.get('content-disposition')!
    expect(decodeURIComponent(disposition)).toMatch(
      /^attachment; filename\*=UTF-8''Roomのデータ_\d{4}-\d\d-\d\d\.zip$/,
    )
    const files = await open(answer)
    expect(files['はじめにお読みください.txt']).toContain('プロフィール.json')
    for (const [name, text] of Object.entries(files).filter(([file]) => file.endsWith('.json')))
      expect(() => JSON.parse(text), name).not.toThrow()
  })

  it('contains everything the person provided or created, and no secret', async () => {
    const exportText = Object.values(await open(await ask('sakura'))).join('\n')
    const missing = Object.entries(HERS).filter(([, word]) => !exportText.includes(word))
    expect(missing.map(([place]) => place).sort()).toEqual([...SECRET, ...NOT_HERS_TO_READ].sort())
    for (const [part, number] of Object.entries(BORN))
      expect(exportText).toContain(`"${part}": ${number}`)
    expect(exportText).not.toMatch(/password|hash-of-hers|\$argon2|code entry|"keys"/)
    expect(exportText).toContain('4242')
  })

  it('says of a stream ticket whether it is without the archive', async () => {
    const { id } = await makeEvent(world, 'room-aoi', { title: '配信だけの夜' })
    await makeTicket(world, id, 'sakura', { live_only: 1 })
    const files = await open(await ask('sakura'))
    const { events } = JSON.parse(files['チケット.json']!) as { events: object[] }
    expect(events).toContainEqual(expect.objectContaining({ title: '配信だけの夜', live_only: 1 }))
  })

  it('lists notifications by kind and time, without what they said', async () => {
    const files = await open(await ask('sakura'))
    const at = world.clock.now().toISOString()
    expect(JSON.parse(files['通知.json']!)).toEqual([
      { kind: 'comment', about: 'comment-of-haru', times: 1, created_at: at, read_at: null },
    ])
  })

  it('contains nothing that others wrote to her or to the service', async () => {
    const exportText = Object.values(await open(await ask('sakura'))).join('\n')
    for (const word of [...Object.values(OTHERS), 'aoi@room.test', '答えです'])
      expect(exportText).not.toContain(word)
    const other = Object.values(await open(await ask('haru'))).join('\n')
    expect(other).toContain(OTHERS.message)
    const foreign = Object.entries(HERS).filter(([, word]) => other.includes(word))
    // Names of followed people, titles of rooms written to, venues of tickets: part of the other's own data.
    const own = ['name', 'roomTitle', 'threadTitle', 'venue']
    expect(foreign.map(([place]) => place).sort()).toEqual(own)
  })

  it('contains each payment’s receipt as a page, and the URLs of files', async () => {
    const files = await open(await ask('sakura'))
    expect(files['領収書/R00000001.html']).toContain('葵の会')
    expect(files['領収書/R00000001.html']).toContain('株式会社さくら')
    expect(files['手数料の請求書/F00000001.html']).toContain('桜木')
    const profile = JSON.parse(files['プロフィール.json']!) as { icon: string }
    expect(profile.icon).toBe('http://room.test/media/public/user/hers.webp')
    const threads = JSON.parse(files['スレッド.json']!) as { address: string; title: string }[]
    expect(threads.find(({ title }) => title === HERS.threadTitle)?.address).toMatch(
      /^http:\/\/room\.test\/community\/sakurako\/talk\/thread-\d+$/,
    )
  })

  it('lists gates claimed by login, ended ones too, without their tokens', async () => {
    await makeStaff(world, 'room-aoi', 'sakura', 'door')
    const public_key = (await makeKey()).public_key
    const take = async (gate: string, range: { from: number; to: number } | null) => {
      const params = { roomid: 'aoi', id: 'door' }
      const body = { name: gate, range }
      const { id } = await world.as('aoi')(door.createGate, { params, body })
      const at = { params: { ...params, gid: id } }
      return { at, ...(await world.as('sakura')(door.workGate, { ...at, body: { public_key } })) }
    }
    const first = await take('風の入口', null)
    const second = await take('月の入口', { from: 1, to: 9 })
    await world.as('aoi')(door.revokeGate, second.at)
    const files = await open(await ask('sakura'))
    const { gates } = JSON.parse(files['参加したルーム.json']!) as { gates: object[] }
    const claimed_at = world.clock.now().toISOString()
    const ticket = await world.as('aoi')(tickets.getOwnTicket, { params: first.at.params })
    const worked = { room: 'aoi', ticket: ticket.title, claimed_at, last_sync_at: null }
    expect(gates).toEqual([
      { ...worked, gate: '風の入口', ended_at: null },
      { ...worked, gate: '月の入口', ended_at: claimed_at },
    ])
    for (const secret of [first.gate_token, second.gate_token, public_key])
      expect(Object.values(files).join()).not.toContain(secret)
    expect(Object.values(await open(await ask('haru'))).join()).not.toContain('風の入口')
  })

  it('is available to its person only, and rate limited', async () => {
    expect((await world.fetch('/api/application/me/export')).status).toBe(401)
    for (let n = 0; n < EXPORTS.max; n++) expect((await ask('haru')).status).toBe(200)
    const response = await ask('haru')
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask('sakura')).status).toBe(200)
  })
})
