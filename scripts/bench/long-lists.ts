import type { Locator, Page } from 'playwright-core'
import { DESKTOP, logIn, openBrowser, PHONE } from '../../pwa/testing/browser.ts'
import { fillLists, ROWS, TICKET } from './filled-lists.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { CPU_RATE, setCpuRate } from './slow-phone.ts'

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
  await fillLists(folder)
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
