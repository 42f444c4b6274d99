import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { NAME_TAKEN } from '#contract/messages.ts'
import { operatorMachinery } from '#contract/operator/machinery.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import { MAIL } from '#server/ports/mail.ts'
import { makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { BORN, HER_PASSWORD, HERS, makeWholePerson, SHARED_FILE } from './testing/whole-person.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(databaseNames)('who has left, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await makeWholePerson(world)
  })
  afterEach(() => world.close())

  const leave = () => world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })

  /** Mails and answers with her words in them, as life leaves them behind. */
  async function leaveTraces() {
    const at = (path: string, method: string, body: object, token?: string) =>
      world.fetch(`/api/application${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': 'one' }),
        },
        body: JSON.stringify(body),
      })
    const token = await world.tokenOf('sakura')
    await at('/reset_password', 'POST', { email: HERS.email })
    const password = HER_PASSWORD
    await at('/me/email', 'PUT', { email: 'sakura-new@tegami.test', password }, token)
    const form = new FormData()
    form.append('about', HERS.about)
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'two' }
    const init = { method: 'PUT', headers, body: form }
    expect((await world.fetch('/api/application/me/profile', init)).status).toBe(200)
    await world.as(null)(auth.signUp, {
      body: {
        email: HERS.email,
        name: 'another_one',
        display_name: HERS.displayName,
        birthY: 1987,
        birthM: 6,
        birthD: 5,
        gender: 1,
        terms: true,
      },
    })
  }

  async function everyTable() {
    const tables = await world.db.introspection.getTables()
    const rows = await Promise.all(
      tables
        .filter(({ name }) => !name.startsWith('search_index'))
        .map(async ({ name }) => {
          const found = await sql<object>`select * from ${sql.table(name)}`.execute(world.db)
          return [name, found.rows.map((row) => JSON.stringify(row))] as const
        }),
    )
    return new Map(rows)
  }
  /** `table: word` for each word of hers that a table holds. */
  async function foundIn() {
    const tables = await everyTable()
    return [...tables].flatMap(([table, rows]) =>
      Object.entries(HERS)
        .filter(([, word]) => rows.some((row) => row.includes(word)))
        .map(([place]) => `${table}: ${place}`),
    )
  }

  it('69: is in no table any more, by no word, name, address or birthday of theirs', async () => {
    await leaveTraces()
    const before = await foundIn()
    for (const place of Object.keys(HERS))
      expect(before.map((found) => found.split(': ')[1])).toContain(place)
    await leave()
    await world.deliver()
    expect(await foundIn()).toEqual([])
    const tables = await everyTable()
    const born = new RegExp(`"birth_[ymd]":(${Object.values(BORN).join('|')})\\b`)
    for (const [table, rows] of tables) expect(rows.join('\n'), table).not.toMatch(born)
    expect([...tables.values()].flat().join('\n')).not.toContain('sakura-new@tegami.test')
  })

  it('69: is in no mail that was given up, and no operator can have it sent', async () => {
    await makeUser(world, 'admin', { role: 'operator' })
    await transact(world.db, (tx) =>
      enqueue(tx, {
        id: 'broken',
        topic: MAIL,
        key: 'broken',
        payload: { letter: 'nothing', to: HERS.email },
        now: world.clock.now().toISOString(),
      }),
    )
    const failed = async () =>
      (await world.as('admin')(operatorMachinery.listFailedWork, { query: {} })).items
    while (!(await failed()).some(({ state }) => state === 'given_up')) {
      await world.deliver()
      world.clock.move(DAY_MS / 12)
    }
    expect(await foundIn()).toContain('outbox: email')
    await leave()
    await world.deliver()
    expect(await foundIn()).toEqual([])
    await expect(
      world.as('admin')(operatorMachinery.retryWork, { params: { id: 'broken' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('69: leaves the money’s books, which say nothing of who it was', async () => {
    const kept = async () => {
      const tables = await everyTable()
      return ['order', 'receipt', 'ledger_entry', 'entitlement'].map((table) => tables.get(table))
    }
    const before = await kept()
    await leave()
    const [orders, receipts, ledger, rights] = await kept()
    expect([orders, receipts, ledger]).toEqual(before.slice(0, 3))
    expect(rights).toHaveLength(before[3]!.length)
  })

  it('69: takes their files along, and nobody else’s', async () => {
    await leave()
    expect(world.media.paths()).toEqual([SHARED_FILE])
    expect((await everyTable()).get('loose_file')).toEqual([])
  })

  it('69: takes a file along later that would not go at once', async () => {
    const { remove } = world.deps.media
    world.deps.media.remove = async () => {
      throw new Error('the disk is away')
    }
    await leave()
    expect(world.media.paths().length).toBeGreaterThan(1)
    world.clock.move(60 * 60_000)
    world.deps.media.remove = remove
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([SHARED_FILE])
  })

  it('69: hears of it by a last mail, and of nothing that was still on its way', async () => {
    await leaveTraces()
    await leave()
    await world.deliver()
    const toHer = world.mail.sent.filter(({ to }) => to === HERS.email)
    expect(toHer.map(({ subject }) => subject)).toEqual(['【Room】退会の手続きが完了しました'])
    expect(world.mail.forgotten).toEqual([HERS.email])
  })

  it('69: leaves others their own words, counts and answers', async () => {
    await leave()
    const tables = await everyTable()
    const parsed = (table: string) => tables.get(table)!.map((row) => JSON.parse(row))
    expect(parsed('comment').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['答えです', '（退会により削除されました）']),
    )
    expect(parsed('thread')).toMatchObject([{ author_id: 'aoi', comments: 2, reactions: 0 }])
    expect(parsed('message').map(({ text }) => text)).toEqual(['春さんだけの言葉'])
    expect(parsed('conversation')).toMatchObject([
      { id: 'with-haru', last_text: '春さんだけの言葉', title: '退会したユーザー' },
    ])
    for (const person of parsed('user'))
      expect(person, person.id).toMatchObject({ unread_messages: 0, followers: 0, following: 0 })
    expect(parsed('talk')).toMatchObject([
      { seq: 1, deleted: 1, message: '' },
      { seq: 2, deletes: 1 },
    ])
  })

  it('69: keeps their handles, and what looks like them, from everybody for ever', async () => {
    await leave()
    for (const name of [HERS.name, HERS.formerName]) {
      const body = {
        email: 'new@room.test',
        name,
        display_name: 'あ',
        birthY: 1990,
        birthM: 1,
        birthD: 1,
        gender: 9 as const,
        terms: true as const,
      }
      await expect(world.as(null)(auth.signUp, { body })).rejects.toMatchObject({
        status: 422,
        errors: { name: [NAME_TAKEN] },
      })
    }
  })
})

describe('who has left, in the file of SQLite', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld('sqlite')
    await makeWholePerson(world)
  })
  afterEach(() => world.close())

  it('69: is not in its free pages and its log either', async () => {
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(world.db)
    const [{ file }] = rows as [{ file: string }]
    const bytes = () => Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)))
    const found = () =>
      Object.entries(HERS).filter(([, word]) => bytes().includes(Buffer.from(word)))
    expect(found()).toHaveLength(Object.keys(HERS).length)
    await world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })
    await world.deliver()
    await world.engine.tidy()
    expect(found().map(([place]) => place)).toEqual([])
  })
})
