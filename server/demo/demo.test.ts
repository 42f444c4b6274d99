import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { live } from '#contract/live/calls.ts'
import { lottery } from '#contract/lottery/calls.ts'
import { verifyDraw } from '#contract/lottery/verify-draw.ts'
import { news } from '#contract/news/calls.ts'
import { operatorQueue } from '#contract/operator/queue/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { readConfig } from '#server/config/config.ts'
import { isReserved } from '#server/features/auth/handle.ts'
import { recount } from '#server/jobs/recount.ts'
import type { Media } from '#server/ports/media.ts'
import { memoryMedia } from '#server/ports/media-memory.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { apiDatabaseNames, databaseNames, isFull } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { fillDemo } from './fill.ts'
import { TABLES } from './tables.ts'

const SECRETS: Secrets = { token: 't'.repeat(43), link: 'l'.repeat(43) }

async function fill(
  world: World,
  media: Media = memoryMedia(),
  payments = world.deps.config.payments,
) {
  let ids = 0
  const newId = () => `demo${String(++ids).padStart(8, '0')}`
  const deps: Parameters<typeof fillDemo>[0] = {
    db: world.db,
    engine: world.engine,
    clock: world.clock as Deps['clock'],
    newId,
    media,
    secrets: SECRETS,
    config: { ...world.deps.config, payments },
  }
  return fillDemo(deps)
}

it('demo data is registered with the payment sandbox, including payments in progress', async () => {
  const sandbox = await startSandbox()
  const world = await createWorld(databaseNames[0]!)
  try {
    const { payments } = readConfig({})
    const sandboxPayments = { ...payments, secretKey: sandbox.secretKey, apiBase: sandbox.url }
    await fill(world, memoryMedia(), { ...sandboxPayments, provider: 'sandbox' })
    const open = await world.db
      .selectFrom('attempt')
      .innerJoin('order', 'order.id', 'attempt.order_id')
      .select(['intent_ref', 'account_ref'])
      .where('order.state', '=', 'open')
      .execute()
    expect(open.length).toBeGreaterThan(0)
    for (const { intent_ref, account_ref } of open) {
      const at = { stripeAccount: account_ref! }
      const { status } = await sandbox.stripe.paymentIntents.retrieve(intent_ref!, {}, at)
      expect(status).toBe('processing')
    }
    const payouts = await world.db.selectFrom('payout').select('state').distinct().execute()
    expect(payouts).toEqual([{ state: 'paid' }])
  } finally {
    await world.close()
    await sandbox.stop()
  }
})

describe.each(apiDatabaseNames)('demo data on %s', (database) => {
  let world: World
  const media = memoryMedia()
  const ids = new Map<string, string>()

  beforeAll(async () => {
    world = await createWorld(database)
    const filled = await Promise.all([fill(world, media), fill(world, media)])
    expect(filled.sort()).toEqual([false, true])
    const users = await world.db.selectFrom('user').select(['id', 'name']).execute()
    for (const { id, name } of users) ids.set(name, id)
  })
  afterAll(() => world.close())

  const as = (name: string | null) => world.as(name && ids.get(name)!)
  const eventsOf = async (query = {}, user: string | null = 'haru') =>
    (await as(user)(events.listEvents, { query: { limit: 100, ...query } })).items

  it('is filled once, even by two processes at the same time', async () => {
    expect(await fill(world)).toBe(false)
  })

  it.each([
    ['owner', 'aoi'],
    ['fan', 'haru'],
    ['guest', 'sora'],
    ['admin', 'unei'],
  ])('allows %s@example.com to log in as %s', async (mail, name) => {
    const body = { email: `${mail}@example.com`, password: 'password' }
    const { access_token } = (await as(null)(auth.login, { body }))!
    const answer = await world.fetch('/api/application/me', {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(await answer.json()).toMatchObject({
      name,
      role: name === 'unei' ? 'operator' : 'member',
    })
  })

  it('has only valid handles, except the operator’s', () => {
    for (const name of ids.keys()) {
      expect(name).toMatch(/^[a-z0-9_]{3,20}$/)
      expect([name, isReserved(name)]).toEqual([name, name === 'unei'])
    }
  })

  /** Counters next to the counted rows. */
  const recounts = {
    'room.subscribers': `select id, subscribers as stored, (select count(*) from membership m where m.room_id = room.id and m.status in ('active', 'past_due')) as found from room`,
    'thread.comments': `select id, comments as stored, (select count(*) from comment c where c.thread_id = thread.id) as found from thread`,
    'thread.reactions': `select id, reactions as stored, (select count(*) from reaction r where r.thread_id = thread.id) as found from thread`,
    'user.followers': `select id, followers as stored, (select count(*) from follow f where f.followee_id = "user".id) as found from "user"`,
    'user.following': `select id, following as stored, (select count(*) from follow f where f.follower_id = "user".id) as found from "user"`,
    'user.unread_messages': `select id, unread_messages as stored, (select coalesce(sum(unread), 0) from conversation_member c where c.user_id = "user".id) as found from "user"`,
    'event.participants': `select id, participants as stored, (select count(*) from entitlement e where e.subject_id = event.id and e.status = 'valid') as found from event`,
    'event.taken': `select id, taken as stored, (select count(*) from entitlement e where e.subject_id = event.id and e.status = 'valid') + (select count(*) from hold h where h.subject_id = event.id and h.released_at is null) as found from event`,
    'gate.admitted': `select id, admitted as stored, (select count(*) from gate_log g where g.gate_id = gate.id) as found from gate`,
    'order.refunded_amount': `select id, refunded_amount as stored, (select coalesce(sum(amount), 0) from refund r where r.order_id = "order".id and r.state = 'done') as found from "order"`,
  }
  it.each(Object.entries(recounts))('has correct counters of %s', async (_, query) => {
    const { rows } = await sql<{
      id: string
      stored: number
      found: number
    }>`${sql.raw(query)}`.execute(world.db)
    expect(rows.some(({ stored }) => stored > 0)).toBe(true)
    expect(rows.filter(({ stored, found }) => stored !== Number(found))).toEqual([])
  })

  it('has correct counters of all that the server recounts', async () => {
    expect(await recount(world.deps)).toEqual([])
  })

  it('has ledger transactions that sum to zero', async () => {
    const { rows } = await sql<{ sum: number; sides: number }>`
      select sum(amount) as sum, count(*) as sides from ledger_entry group by movement_id`.execute(
      world.db,
    )
    expect(rows.length).toBeGreaterThan(1_000)
    expect(rows.filter(({ sum, sides }) => Number(sum) !== 0 || Number(sides) < 2)).toEqual([])
  })

  it('has no seat sold twice, and no ticket without a membership', async () => {
    const { rows } = await sql`
      select e.id from entitlement e join event on event.id = e.subject_id
      where e.kind = 'event' and not exists (
        select 1 from membership m where m.room_id = event.room_id and m.user_id = e.user_id)`.execute(
      world.db,
    )
    expect(rows).toEqual([])
  })

  it('has work of each kind for the operators, some of it taken', async () => {
    const { items } = await as('unei')(operatorQueue.listTasks, { query: {} })
    expect(items.map(({ kind, count, assignee }) => [kind, count, assignee?.name])).toEqual(
      expect.arrayContaining([
        ['report', 2, 'unei'],
        ['report', 1, undefined],
        ['takedown', 1, 'unei'],
        ['takedown', 1, undefined],
        ['disclosure', 1, undefined],
      ]),
    )
    const described = items.filter(({ kind }) => kind === 'report' || kind === 'takedown')
    expect(described.map(({ title }) => title)).not.toContain('')
  })

  it('is in the past, except coming events', async () => {
    const now = world.clock.now().toISOString()
    const past = [
      ...(['user', 'room', 'thread', 'comment', 'reaction', 'follow', 'message', 'talk'] as const),
      ...(['order', 'attempt', 'refund', 'payout', 'event', 'digital_ticket'] as const),
    ]
    for (const table of past) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} where created_at > ${now}`.execute(world.db)
      expect([table, rows.length]).toEqual([table, 0])
    }
  })

  const starts = [
    { when: 'just after midnight', hours: 12.2 },
    { when: 'just before midnight', hours: 11.9 },
    { when: 'early in the morning', hours: 18 },
  ]
  it.each(isFull ? starts : starts.slice(0, 1))('is consistent $when', async ({ hours }) => {
    const other = await createWorld(database)
    try {
      other.clock.move(hours * 3_600_000)
      await fill(other)
      const now = other.clock.now().toISOString()
      const queries = [
        `select 1 from event where publishment_flg = 0 and start_at < '${now}'`,
        `select 1 from event where publishment_flg = 3 and end_at > '${now}'`,
        `select 1 from event where publishment_flg = 1 and (start_at > '${now}' or end_at < '${now}')`,
        `select 1 from issued_ticket where used_at > '${now}' or issued_at > '${now}'`,
        `select 1 from ledger_entry where occurred_at > '${now}'`,
        `select 1 from talk where created_at > '${now}'`,
        `select 1 from membership where joined_at > '${now}' or left_at > '${now}'`,
      ]
      for (const query of queries) {
        const { rows } = await sql`${sql.raw(query)}`.execute(other.db)
        expect([query, rows.length]).toEqual([query, 0])
      }
    } finally {
      await other.close()
    }
  })

  it('has rooms of every kind', async () => {
    const { items } = await as(null)(rooms.listRooms, { query: { limit: 100 } })
    expect(items.length).toBeGreaterThanOrEqual(12)
    expect(items.filter(({ amount }) => amount === 0).length).toBeGreaterThan(3)
    expect(items.filter(({ owner }) => owner.official_flg === 1).length).toBeGreaterThan(3)
    expect(items.every(({ tint, header_image_path }) => tint && header_image_path)).toBe(true)
    expect(await as(null)(rooms.getRoom, { params: { id: 'kumo' } })).toMatchObject({ state: 8 })
    expect(await as(null)(rooms.getRoom, { params: { id: 'yofukashi' } })).toMatchObject({
      id: 'aoi',
      amount: 980,
      title: '夜ふかし喫茶室',
    })
    await expect(as(null)(rooms.getRoom, { params: { id: 'mouke' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('has events in every state', async () => {
    const all = await eventsOf()
    expect(all.length).toBeGreaterThanOrEqual(36)
    const flags = Map.groupBy(all, ({ publishment_flg }) => publishment_flg)
    expect([...flags.keys()].sort()).toEqual([0, 1, 2, 3])
    expect((await eventsOf({ state: 'archive' })).length).toBeGreaterThanOrEqual(3)
    const own = await as('aoi')(events.listOwn, { query: { limit: 100 } })
    expect(new Set(own.items.map(({ status }) => status))).toEqual(
      new Set(['draft', 'published', 'cancelled']),
    )
  })

  it('has an event of the owner on the air, with talk that the fan can read', async () => {
    const [onAir] = (await eventsOf({ room: 'aoi', state: 'live' })).filter(
      ({ publishment_flg }) => publishment_flg === 1,
    )
    expect(onAir).toMatchObject({ joined: true, live_talk: 1, can: { watch: true, speak: true } })
    const talk = await as('haru')(live.listTalk, {
      params: { id: onAir!.id },
      query: { offset: 100 },
    })
    expect(talk).toHaveLength(100)
    const lines = world.db.selectFrom('talk').selectAll().where('event_id', '=', onAir!.id)
    expect((await lines.execute()).length).toBeGreaterThan(150)
  })

  const ticketOf = async (word: string) =>
    (
      await as('haru')(tickets.listDigitalTickets, { params: { roomid: 'aoi' }, query: {} })
    ).items.find(({ title }) => title.includes(word))!.id

  it('gives the fan tickets of each kind, and leaves four paid events to buy', async () => {
    const joined = (await as('haru')(events.listJoined, { query: { limit: 100 } })).items.filter(
      ({ room }) => room.id === 'aoi',
    )
    expect(joined.some((event) => event.publishment_flg === 0 && event.archive_days >= 1)).toBe(
      true,
    )
    expect(joined.some(({ publishment_flg }) => publishment_flg === 3)).toBe(true)
    const buyable = (await eventsOf({ room: 'aoi', state: 'upcoming' })).filter(
      ({ amount, can, remaining }) => amount > 0 && can.buy && remaining > 0,
    )
    expect(buyable.length).toBeGreaterThanOrEqual(4)
    const { items } = await as('haru')(tickets.listIssued, {})
    expect(items.map(({ status }) => status)).toEqual(['valid', 'used'])
    expect(items.map(({ ticket }) => ticket.room.id)).toEqual(['aoi', 'aoi'])
    expect(items[0]!.number).toBe('A 042')
  })

  it('gives the fan companions, one who accepted and one with an open link', async () => {
    const [held] = (await as('haru')(tickets.listIssued, {})).items
    expect(held!.companions).toMatchObject([
      { state: 'accepted', number: 'A 043', holder: { name: 'shiori' } },
      { state: 'open', number: 'A 045', linked: true },
    ])
  })

  it('has a lottery with groups and choices that takes applications of the fan', async () => {
    const id = await ticketOf('船上')
    const params = { roomid: 'aoi', id }
    const { counts } = await as('aoi')(lottery.getOwnLottery, { params })
    expect(counts.people).toBe(132)
    expect(counts.groups.every((groups) => groups > 0)).toBe(true)
    expect(counts.choices.flatMap(({ wanted }) => wanted).every((wanted) => wanted > 0)).toBe(true)
    const own = await as('haru')(lottery.getApplication, { params: { id }, query: {} })
    expect(own).toMatchObject({ state: 'none', can: { apply: true } })
  })

  it('has a draw that the fan has won in a group, and can repeat', async () => {
    const id = await ticketOf('蔵')
    const params = { roomid: 'aoi', id }
    const own = await as('haru')(lottery.getApplication, { params: { id }, query: {} })
    expect(own).toMatchObject({ state: 'won', group: [{ leads: true, own: true }, { own: false }] })
    const textOf = async (name: string) =>
      (
        await world.fetch(`/api/application/room/aoi/digitalTicket/${id}/lottery/${name}.txt`)
      ).text()
    const { commitment, list_hash } = await as(null)(lottery.getLottery, { params })
    const verified = verifyDraw(
      {
        ...{ commitment, listHash: list_hash! },
        ...{ list: await textOf('list'), result: await textOf('result') },
      },
      { id: own.public_id!, contribution: own.contribution! },
    )
    expect(verified).toMatchObject({ differences: [], people: 94, own: { people: 2, choice: 1 } })
    const { counts } = await as('aoi')(lottery.getOwnLottery, { params })
    expect(counts).toMatchObject({ won: 30, lapsed: 0 })
    expect(Math.min(counts.bought, counts.open)).toBeGreaterThan(5)
  })

  it('has a sold-out ticket, and a sold-out type, with people who wait, the fan among them', async () => {
    const { items } = await as('haru')(waitlist.listWaits, {})
    expect(items).toContainEqual(expect.objectContaining({ state: 'waiting', place: 5, seats: 1 }))
    const type = await world.db
      .selectFrom('ticket_type')
      .select(['capacity', 'taken', 'waiting'])
      .where('name', '=', '桟敷席')
      .executeTakeFirst()
    expect(type).toEqual({ capacity: 9, taken: 9, waiting: 4 })
  })

  it('gives the guest nothing', async () => {
    expect((await as('sora')(rooms.listSubscribed, {})).items).toEqual([])
    expect((await as('sora')(events.listJoined, {})).items).toEqual([])
    expect((await as('sora')(tickets.listIssued, {})).items).toEqual([])
    // A draw may let them win at some times of the day only.
    const applications = world.db
      .selectFrom('application')
      .innerJoin('user', 'user.id', 'application.user_id')
      .select('application.public_id')
      .where('user.name', '=', 'sora')
    expect(await applications.execute()).toEqual([])
  })

  it('has threads of each kind, the pinned one first', async () => {
    const { items } = await as('haru')(threads.listThreads, {
      params: { roomid: 'aoi' },
      query: { limit: 100 },
    })
    expect(items[0]).toMatchObject({ pinned: true })
    for (const count of [1, 2, 3])
      expect(items.some(({ images }) => images?.length === count)).toBe(true)
    expect(items.some(({ audio_path }) => audio_path)).toBe(true)
    expect(
      items.some(({ video_path, video_thumbnail_path }) => video_path && video_thumbnail_path),
    ).toBe(true)
    expect(items.every(({ text }) => text)).toBe(true)
  })

  it('gives the fan payments of every kind, and unread items', async () => {
    const { items } = await as('haru')(orders.listPayments, { query: { limit: 100 } })
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(['succeeded', 'refunded', 'failed', 'confirming']),
    )
    expect(
      items.filter(({ status }) => status === 'succeeded').every((paid) => paid.receipt_number),
    ).toBe(true)
    const { unread_messages } = await as('haru')(account.getMe, {})
    expect(unread_messages).toBeGreaterThan(0)
    const talks = await as('haru')(inbox.listConversations, {})
    expect(new Set(talks.items.map(({ kind }) => kind))).toEqual(
      new Set(['room', 'announcement', 'system']),
    )
  })

  it('has announcements that most members have read', async () => {
    const { items } = await as('aoi')(dashboard.listAnnounced, {})
    for (const { delivered, read } of items) {
      expect(read).toBeGreaterThan(delivered / 2)
      expect(read).toBeLessThan(delivered)
    }
    expect(items).not.toEqual([])
  })

  it('has a dashboard with varied figures', async () => {
    const { sum, today, yesterday, term, balance } = await as('aoi')(dashboard.getProceeds, {})
    for (const { profit } of [...term.days, today, yesterday]) expect(profit).toBeGreaterThan(0)
    const blocked = balance.blocked.reduce((total, { amount }) => total + amount, 0)
    const parts = [balance.held, balance.available, balance.in_transit, balance.paid]
    for (const part of [...parts, blocked]) expect(part).toBeGreaterThan(0)
    expect(parts.reduce((total, part) => total + part, blocked)).toBe(sum.profit)
  })

  it('has news, each with a picture', async () => {
    const { items } = await as(null)(news.listNews, {})
    expect(items.length).toBeGreaterThanOrEqual(8)
    expect(items.every(({ image_path }) => image_path)).toBe(true)
  })

  it('has every file that a row references', async () => {
    const columns = [
      ...[
        'user.icon_path',
        'user.icon_small_path',
        'room.header_image_path',
        'room.icon_image_path',
        'stamp.image_path',
      ],
      ...['event.thumbnail_image_path', 'digital_ticket.image_path', 'news.image_path'],
      ...['thread_media.path', 'thread_media.small_path', 'thread_media.thumbnail_path'],
    ]
    const paths = new Set<string>()
    for (const column of columns) {
      const [table = '', field = ''] = column.split('.')
      const { rows } = await sql<{ path: string | null }>`
        select distinct ${sql.ref(field)} as path from ${sql.table(table)}`.execute(world.db)
      for (const { path } of rows) if (path) paths.add(path)
    }
    expect(paths.size).toBeGreaterThan(60)
    for (const path of paths) expect([path, (await media.read(path))?.length ?? 0]).not.toContain(0)
  })

  it('has a pinned line, questions, an answer and reactions in the talk', async () => {
    const { items } = await as('aoi')(events.listEvents, { query: { limit: 100 } })
    const { id } = items.find(({ publishment_flg }) => publishment_flg === 1)!
    const { pinned } = (await as('haru')(live.getPinned, { params: { id } }))!
    expect(pinned).toMatchObject({ is_owner: true })
    const questions = (await as('aoi')(live.listQuestions, { params: { id } }))!
    expect(new Set(questions.map(({ question }) => question))).toEqual(
      new Set(['open', 'answered']),
    )
    const { rows } = await sql<{ events: number }>`
      select count(distinct event_id) as events from talk_reaction`.execute(world.db)
    expect(Number(rows[0]!.events)).toBeGreaterThan(3)
  })

  it('is deterministic', async () => {
    const other = await createWorld(database)
    try {
      await fill(other)
      for (const table of TABLES) {
        const dump = async ({ db }: World) => {
          const rows = await db.selectFrom(table).selectAll().execute()
          // The salt is random.
          return rows.map((row) => JSON.stringify({ ...row, password_hash: undefined })).sort()
        }
        expect(await dump(other)).toEqual(await dump(world))
      }
    } finally {
      await other.close()
    }
  })
})
