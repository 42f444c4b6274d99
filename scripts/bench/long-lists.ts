import { join } from 'node:path'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, logIn, openBrowser, PHONE } from '../../pwa/testing/browser.ts'
import type { Db } from '../../server/db/schema.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { multiply } from './large-site.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { type Folder, fillFolder } from './room.ts'
import { CPU_RATE, setCpuRate } from './slow-phone.ts'

const ROWS = 10_000
/** How often もっと見る is pressed before the measurement: whoever works through a list has many rows on the page. */
const PAGES = 8
const ROUNDS = 3
const MORE = 'もっと見る'
/** Milliseconds from a press or key to the next frame: https://web.dev/articles/inp. */
const INP_MAX = 200

interface Act {
  what: string
  /** Calls `note` after each press. */
  run: (page: Page, note: () => Promise<void>) => Promise<void>
}
interface LongList {
  what: string
  path: string
  by: 'owner' | 'admin'
  /** The button that opens it on its page. */
  opens?: string
  acts: Act[]
}

/** Brings it into view and the pointer above it, as a person does before a press. */
async function reach(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  await nextFrames(target.page())
  await forget(target.page())
}

/** What was measured before does not count. */
const forget = (page: Page) =>
  page.evaluate(() => {
    ;(globalThis as Watched).slowest = 0
  })

/** Presses each of them; the list follows before the next one. */
const press = (what: string, ...names: string[]): Act => ({
  what,
  async run(page, note) {
    for (const name of names) {
      const target = page.getByRole('main').getByRole('button', { name }).first()
      await reach(target)
      await target.click()
      await note()
    }
  },
})
const more = press('more', MORE)
const type = (label: string): Act => ({
  what: 'type',
  async run(page, note) {
    const field = page.getByRole('main').getByLabel(label).first()
    await field.focus()
    await reach(field)
    await page.keyboard.type('owner1', { delay: 150 })
    await note()
  },
})
const select: Act = {
  what: 'select',
  async run(page, note) {
    for (const nth of [3, 12]) {
      const box = page.getByRole('checkbox').nth(nth)
      await reach(box)
      await box.click()
      await note()
    }
  },
}
const keys: Act = {
  what: 'keys',
  async run(page, note) {
    await page.keyboard.press('j')
    await nextFrames(page)
    await forget(page)
    for (const key of ['j', 'x', 'k']) await page.keyboard.press(key, { delay: 150 })
    await note()
  },
}

/** The ticket with the holders. */
const TICKET = 'evening'
const LISTS: LongList[] = [
  {
    what: 'members',
    path: '/dashboard/room_member',
    by: 'owner',
    acts: [press('sort', '参加した日', '名前'), more, type('メンバーをさがす')],
  },
  {
    what: 'sales',
    path: '/dashboard/sales',
    by: 'owner',
    acts: [press('sort', '金額', '日時'), more, type('売上をさがす')],
  },
  {
    what: 'past events',
    path: '/dashboard/pastevent',
    by: 'owner',
    acts: [press('sort', '開催日', 'チケット'), more],
  },
  {
    what: 'ticket holders',
    path: `/dashboard/e_ticket/${TICKET}`,
    by: 'owner',
    opens: '一覧を見る',
    acts: [press('sort', '名前', '整理番号'), more, type('チケットをお持ちの方をさがす')],
  },
  { what: 'queue', path: '/admin', by: 'admin', acts: [select, keys, more] },
  { what: 'reports', path: '/admin/reports', by: 'admin', acts: [more] },
  { what: 'people', path: '/admin/users', by: 'admin', acts: [type('ユーザーをさがす'), more] },
  { what: 'rooms', path: '/admin/rooms', by: 'admin', acts: [type('ルームをさがす'), more] },
  { what: 'audit', path: '/admin/audit', by: 'admin', acts: [more] },
  { what: 'takedowns', path: '/admin/takedowns', by: 'admin', acts: [more] },
  { what: 'disclosures', path: '/admin/disclosures', by: 'admin', acts: [more] },
  { what: 'failed work', path: '/admin/health', by: 'admin', acts: [more] },
  { what: 'payments', path: '/admin/money', by: 'admin', acts: [more] },
]

/** Members, sales, events and holders of the demo's owner, and reports, people, rooms and tasks for its operator. */
async function fill({ path }: Folder) {
  const engine = openSqlite(join(path, 'room.sqlite'))
  const { db } = engine
  const owner = await db
    .selectFrom('user')
    .innerJoin('room', 'room.owner_id', 'user.id')
    .select(['user.id', 'room.id as room_id'])
    .where('email', '=', 'owner@example.com')
    .executeTakeFirstOrThrow()
  const fan = sql`email = 'fan@example.com'`
  await multiply(
    db,
    'user',
    ROWS,
    {
      id: id('owner'),
      name: id('owner'),
      name_skeleton: id('owner'),
      email: sql`'owner' || n || '@room.test'`,
      display_name: sql`'観客その' || n`,
      created_at: at,
    },
    fan,
  )
  await multiply(db, 'room', ROWS, {
    id: id('owner'),
    owner_id: id('owner'),
    title: sql`'夜の部屋' || n`,
    created_at: at,
  })
  await multiply(db, 'membership', ROWS, {
    id: id('member'),
    user_id: id('owner'),
    room_id: sql`${owner.room_id}`,
    joined_at: at,
    subscription_ref: sql`null`,
  })
  await multiply(
    db,
    'event',
    ROWS,
    {
      id: id('event'),
      title: sql`'朗読の夜' || n`,
      start_at: at,
      end_at: at,
      created_at: at,
      status: sql`'published'`,
      publishment_flg: sql`3`,
    },
    sql`room_id = ${owner.room_id} and status = 'published' and publishment_flg = 3`,
  )
  await multiply(
    db,
    'order',
    ROWS,
    {
      id: id('order'),
      buyer_id: id('owner'),
      settled_at: at,
      created_at: at,
      invoice_ref: sql`null`,
    },
    sql`seller_id = ${owner.id} and state = 'settled'`,
  )
  await multiply(
    db,
    'report',
    ROWS,
    {
      id: id('report'),
      target_id: id('owner'),
      kind: sql`'user'`,
      reporter_id: id('owner'),
      event_id: sql`null`,
      created_at: at,
    },
    sql`status = 'open'`,
  )
  await db
    .insertInto('audit')
    .values({
      id: 'audit',
      actor_id: owner.id,
      action: 'user.suspend',
      target: owner.id,
      before: '{}',
      after: '{}',
      created_at: new Date().toISOString(),
    })
    .execute()
  await multiply(db, 'audit', ROWS, { id: id('audit'), created_at: at })
  await fillHolders(db, owner.room_id)
  await fillTasks(db)
  await engine.close()
}

const id = (prefix: string) => sql`${sql.lit(prefix)} || n`
const at = sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', '-' || n || ' minutes')`

/** A published ticket of that room, and its holders. */
async function fillHolders(db: Db, room: string) {
  const one = sql`room_id = ${room} and status = 'published'`
  await multiply(db, 'digital_ticket', 1, { id: sql`${TICKET}` }, one)
  await multiply(db, 'issued_ticket', ROWS, {
    id: id('issued'),
    digital_ticket_id: sql`${TICKET}`,
    holder_id: id('owner'),
    order_id: sql`null`,
    ticket_type_id: sql`null`,
    seq: sql`n`,
    number: sql`'Z ' || n`,
    hash: id('hash'),
    issued_at: at,
  })
}

async function fillTasks(db: Db) {
  const takedown = { id: id('takedown'), number: sql`1000 + n`, target_id: id('owner') }
  await multiply(db, 'takedown', ROWS, { ...takedown, created_at: at }, sql`state = 'open'`)
  const request = { id: id('request'), created_at: at }
  await multiply(db, 'disclosure_request', ROWS, request, sql`state = 'open'`)
  const now = new Date().toISOString()
  await db
    .insertInto('outbox')
    .values({
      ...{ id: 'work', topic: 'mail', key: 'work', payload: '{}', due_at: now, attempts: 9 },
      ...{ tried_at: null, provider: null, leased_until: null, leased_by: null, done_at: now },
      ...{ error: 'refused', created_at: now },
    })
    .execute()
  await multiply(db, 'outbox', ROWS, { id: id('work'), key: id('work') }, sql`id = 'work'`)
}

type Watched = typeof globalThis & { slowest: number }

/** Waits until the list shows what was asked for, and its button can be pressed again. */
const settled = (page: Page) =>
  page.getByRole('main').locator('button:not([aria-busy])', { hasText: MORE }).first().waitFor()

/** Entries of interactions come after the frame that they are about. */
const nextFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(), 300))),
  )

/** The slowest interaction of an act, in milliseconds, as the browser tells it (in steps of 8). */
async function slowestOf(page: Page, { run }: Act): Promise<number> {
  let slowest = 0
  await run(page, async () => {
    await nextFrames(page)
    const last = await page.evaluate(() => (globalThis as Watched).slowest)
    slowest = Math.max(slowest, last)
    await settled(page)
    await nextFrames(page)
  })
  return slowest
}

async function openList(page: Page, url: string, opens?: string) {
  await page.goto(url)
  if (opens !== undefined) await page.getByRole('button', { name: opens }).click()
  for (let pages = 0; pages < PAGES; pages++) {
    await settled(page)
    await page.getByRole('main').getByRole('button', { name: MORE }).click()
  }
  await settled(page)
}

/** From a press to the next frame on the lists of owners and operators with 10,000 rows. */
export async function longLists(): Promise<Section> {
  await using folder = await fillFolder()
  await fill(folder)
  await using room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const [window, viewport] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const)
      for (const by of ['owner', 'admin'] as const) {
        const context = await browser.newContext({
          viewport,
          locale: 'ja-JP',
          serviceWorkers: 'block',
        })
        const page = await context.newPage()
        await logIn(page, site, `${by}@example.com`)
        if (by === 'admin') {
          await page.goto(`${site}/admin`)
          await page.getByLabel('パスワード', { exact: true }).fill('password')
          await page.getByRole('button', { name: '運営デスクを開く' }).click()
          await settled(page)
        }
        await page.addInitScript((threshold) => {
          new PerformanceObserver((list) => {
            const durations = list.getEntries().map(({ duration }) => duration)
            const own = globalThis as Watched
            own.slowest = Math.max(own.slowest, ...durations)
          }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit)
        }, 16)
        const client = await context.newCDPSession(page)
        for (const { what, path, opens, acts } of LISTS.filter((list) => list.by === by)) {
          const found: Record<string, number[]> = {}
          for (let round = 0; round < ROUNDS; round++) {
            await setCpuRate(client, 1)
            await openList(page, site + path, opens)
            await setCpuRate(client, CPU_RATE)
            for (const act of acts) {
              if (act.what === 'sort' && window === 'phone') continue
              const took = await slowestOf(page, act)
              ;(found[act.what] ??= []).push(took)
            }
          }
          rows.push(rowOf(`${what}, ${window}`, found))
        }
        await context.close()
      }
    return {
      title: `Lists of ${ROWS} rows, CPU ${CPU_RATE} times slower: ms from press to frame`,
      rows,
    }
  } finally {
    await browser.close()
  }
}

function rowOf(what: string, found: Record<string, number[]>): Row {
  const figures = Object.fromEntries(Object.entries(found).map(([act, all]) => [act, figure(all)]))
  const isHeld = Object.values(figures).every(({ median }) => median <= INP_MAX)
  return { what, figures, target: { says: `≤ ${INP_MAX} ms`, held: isHeld } }
}

if (import.meta.main) await report('longLists', longLists)
