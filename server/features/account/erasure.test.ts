import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { NAME_TAKEN } from '#contract/auth/messages.ts'
import { toCursor } from '#contract/lib/cursor.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { live } from '#contract/live/calls.ts'
import { operatorSystem } from '#contract/operator/system/calls.ts'
import { enqueue } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import { MAIL } from '#server/ports/mail.ts'
import { makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { BORN, createFullPerson, HER_PASSWORD, HERS, SHARED_FILE } from './testing/whole-person.ts'

/** Texts that others answered, seats that were taken, money, and complaints. Each without a name. */
const LEFT = [
  ...['comment.author_id', 'conversation_member.user_id', 'disclosure_request.seller_id'],
  ...['entitlement.user_id', 'fee_invoice.owner_id', 'issued_ticket.holder_id'],
  ...['membership.user_id', 'order.buyer_id', 'redemption.user_id', 'report.author_id'],
  'report.reporter_id',
  ...['room.owner_id', 'seller_account.user_id', 'takedown.author_id', 'takedown.target_id'],
  ...['talk.user_id', 'user.id'],
]

describe.each(databaseNames)('erasure of an account, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await createFullPerson(world)
  })
  afterEach(() => world.close())

  const leave = () => world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })

  /** Creates emails and idempotent responses that contain her texts. */
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
          const rows = await sql<object>`select * from ${sql.table(name)}`.execute(world.db)
          return [name, rows.rows.map((row) => JSON.stringify(row))] as const
        }),
    )
    return new Map(rows)
  }
  /** `table: key` for each text of HERS that a table contains. */
  async function foundIn() {
    const tables = await everyTable()
    return [...tables].flatMap(([table, rows]) =>
      Object.entries(HERS)
        .filter(([, word]) => rows.some((row) => row.includes(word)))
        .map(([place]) => `${table}: ${place}`),
    )
  }

  it('removes every text, name, address and birthday of a deleted account from all tables (69)', async () => {
    await leaveTraces()
    const before = await foundIn()
    for (const place of Object.keys(HERS))
      expect(before.map((place) => place.split(': ')[1])).toContain(place)
    await leave()
    await world.deliver()
    expect(await foundIn()).toEqual([])
    const tables = await everyTable()
    const born = new RegExp(`"birth_[ymd]":(${Object.values(BORN).join('|')})\\b`)
    for (const [table, rows] of tables) expect(rows.join('\n'), table).not.toMatch(born)
    expect([...tables.values()].flat().join('\n')).not.toContain('sakura-new@tegami.test')
  })

  it(
    'removes a given-up email, so that no operator can retry it (69)',
    ruleOn(database),
    async () => {
      await makeUser(world, 'admin', { role: 'operator' })
      await transact(world.db, (tx) =>
        enqueue(world.deps, tx, {
          id: 'broken',
          topic: MAIL,
          key: 'broken',
          payload: { letter: 'nothing', to: HERS.email },
        }),
      )
      const failed = async () =>
        (await world.as('admin')(operatorSystem.listFailedWork, { query: {} })).items
      while (!(await failed()).some(({ state }) => state === 'given_up')) {
        await world.deliver()
        world.clock.move(DAY_MS / 12)
      }
      expect(await foundIn()).toContain('outbox: email')
      await leave()
      await world.deliver()
      expect(await foundIn()).toEqual([])
      await expect(
        world.as('admin')(operatorSystem.retryWork, { params: { id: 'broken' } }),
      ).rejects.toMatchObject({ status: 404 })
    },
  )

  it('keeps orders, receipts and ledger unchanged (69)', ruleOn(database), async () => {
    const readRetained = async () => {
      const tables = await everyTable()
      return ['order', 'receipt', 'ledger_entry', 'entitlement'].map((table) => tables.get(table))
    }
    const before = await readRetained()
    await leave()
    const [orders, receipts, ledger, rights] = await readRetained()
    expect([orders, receipts, ledger]).toEqual(before.slice(0, 3))
    expect(rights).toHaveLength(before[3]!.length)
  })

  it('leaves rows of the account only where others or the law need them (69)', async () => {
    await leave()
    await world.deliver()
    const isHers = ([, value]: [string, unknown]) => value === 'sakura'
    const left = [...(await everyTable())].flatMap(([table, rows]) =>
      rows
        .flatMap((row) => Object.entries(JSON.parse(row)).filter(isHers))
        .map(([column]) => `${table}.${column}`),
    )
    expect([...new Set(left)].sort()).toEqual(LEFT)
  })

  it('deletes the files of the account and no others (69)', ruleOn(database), async () => {
    await leave()
    expect(world.media.paths()).toEqual([SHARED_FILE])
    expect((await everyTable()).get('loose_file')).toEqual([])
  })

  it('deletes a file in the next sweep when its deletion fails (69)', async () => {
    const { remove } = world.deps.media
    world.deps.media.remove = async () => {
      throw new Error('the disk is unavailable')
    }
    await leave()
    expect(world.media.paths().length).toBeGreaterThan(1)
    world.clock.move(60 * 60_000)
    world.deps.media.remove = remove
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([SHARED_FILE])
  })

  it('sends one last email and none of the pending ones (69)', ruleOn(database), async () => {
    await leaveTraces()
    await leave()
    await world.deliver()
    const toHer = world.mail.sent.filter(({ to }) => to === HERS.email)
    expect(toHer.map(({ subject }) => subject)).toEqual(['【Room】退会の手続きが完了しました'])
    expect(world.mail.forgotten).toEqual([HERS.email])
  })

  it('keeps the texts, counts and answers of others (69)', async () => {
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

  it('unpins a line of the account (69)', ruleOn(database), async () => {
    const params = { id: 'on-air' }
    await world.as('aoi')(live.putPinned, { params, body: { message_id: toCursor(1) } })
    const pinned = async () => (await world.as('aoi')(live.getPinned, { params })).pinned
    expect(await pinned()).toMatchObject({ message: HERS.talk })
    await leave()
    expect(await pinned()).toBeNull()
  })

  it(
    'reserves the account’s handles and look-alike handles forever (69)',
    ruleOn(database),
    async () => {
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
    },
  )
})

describe('erasure of an account, in the SQLite file', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld('sqlite')
    await createFullPerson(world)
  })
  afterEach(() => world.close())

  it('leaves no text in free pages or the write-ahead log (69)', async () => {
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(world.db)
    const [{ file }] = rows as [{ file: string }]
    const bytes = () => Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)))
    const remaining = () =>
      Object.entries(HERS).filter(([, word]) => bytes().includes(Buffer.from(word)))
    expect(remaining()).toHaveLength(Object.keys(HERS).length)
    await world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })
    await world.deliver()
    await world.engine.tidy()
    expect(remaining().map(([place]) => place)).toEqual([])
  })
})
