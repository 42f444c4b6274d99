import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { threads } from '#contract/threads.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../api.ts'
import { letIn, offered, openContext, openPage, PHONE, sharedBrowser } from '../browser.ts'
import { waitForWorker } from '../device.ts'
import { makeNextBuild } from '../next-build.ts'
import { openPhone } from '../phone.ts'
import { startServer } from '../server.ts'

const FAN = 'fan@example.com'
const TALK = '/community/aoi/talk'
const TOAST = '新しいバージョンがあります'
const TYPED = 'まだ書きかけのコメントです'

let next: ReturnType<typeof makeNextBuild>
beforeAll(() => {
  next = makeNextBuild()
})
afterAll(() => next?.remove())

/** A site that runs this build until `release`, from then on the next one, where it was and on what it has. */
async function openSite() {
  const env = { PORT: String(await freePort()) }
  let server = await startServer(env)
  onTestFinished(() => server.stop())
  return {
    url: server.url,
    /** Does away with what was put by for pages of this build: as where a machine cannot keep anything. */
    forget: () => rmSync(join(server.dataDir, 'builds'), { recursive: true }),
    async end() {
      expect(await server.end()).toBe(0)
    },
    async start() {
      server = await startServer(env, server.dataDir, next.folder)
    },
    async release() {
      await this.end()
      await this.start()
    },
  }
}

const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''))
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-mark'))
const isNext = (page: Page) => page.locator('meta[name="build"][content="next"]').count()
/** As when somebody comes back to it from another app. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const update = (page: Page) => offered(page, '更新する').click()
const toLegal = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }).click()
const legal = (page: Page) => page.getByRole('heading', { name: /利用規約/, level: 1 })

it('72: goes on in a page that was open as the next build came, and gives that when it is asked to, in each tab', {
  tags: 'full',
}, async () => {
  const site = await openSite()
  const phone = await openPhone()
  onTestFinished(phone.throwAway)
  const { page } = phone
  await letIn(page, site.url, FAN)
  await page.goto(site.url)
  await waitForWorker(page)
  await page.goto(site.url + TALK)
  await mark(page)
  const other = await phone.context.newPage()
  await other.goto(site.url + TALK)
  await other.getByRole('heading', { level: 1 }).waitFor()
  await site.release()

  await toLegal(page)
  await legal(page).waitFor()
  expect([await isMarked(page), await isNext(page)]).toEqual([true, 0])
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await comeBack(tab)
    await tab.getByText(TOAST).first().waitFor()
  }
  await page.bringToFront()
  await update(page)
  await expect.poll(() => isNext(page)).toBe(1)
  await legal(page).waitFor()
  expect(await isNext(other)).toBe(0)
  await other.bringToFront()
  await update(other)
  await expect.poll(() => isNext(other)).toBe(1)
})

/** In a browser that has no worker, as on a first visit. */
async function openWithout(url: string) {
  const context = await openContext(await sharedBrowser(), {
    viewport: PHONE,
    reducedMotion: 'reduce',
  })
  const { page } = await openPage(context)
  await letIn(page, url, FAN)
  return page
}

it('72: loses nothing that was typed, though what is opened beside it is of the build before', {
  tags: 'full',
}, async () => {
  const site = await openSite()
  const { items } = await (await apiAs(site.url, FAN))(threads.listThreads, {
    params: { roomid: 'aoi' },
    query: {},
  })
  const page = await openWithout(site.url)
  await page.goto(`${site.url + TALK}/${items[0]!.id}`)
  const comment = page.getByLabel('コメントを書く')
  await comment.fill(TYPED)
  await mark(page)
  await site.release()
  await page.getByRole('button', { name: `「${items[0]!.title}」の操作` }).click()
  await page.getByRole('menuitem', { name: '通報' }).click()
  await page.getByRole('dialog', { name: '通報する' }).waitFor()
  expect(await comment.inputValue()).toBe(TYPED)
  expect([await isMarked(page), await isNext(page)]).toEqual([true, 0])
})

it('72: loads a page anew by itself, once, where what it needs of the build before is gone', {
  tags: 'full',
}, async () => {
  const site = await openSite()
  const page = await openWithout(site.url)
  await page.goto(site.url)
  await page
    .getByRole('link', { name: /縁側将棋/ })
    .first()
    .waitFor()
  site.forget()
  await site.end()
  const loads: string[] = []
  page.on('load', (loaded) => loads.push(new URL(loaded.url()).pathname))
  await toLegal(page)
  // While nobody is there it stays a page of ours.
  await page.getByRole('button', { name: 'もう一度読み込む' }).waitFor()
  await site.start()
  await legal(page).waitFor()
  expect(await isNext(page)).toBe(1)
  expect(loads).toEqual(['/terms'])
})
