// @module-tag full
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { threads } from '#contract/threads/calls.ts'
import { freePort } from '#server/testing/free-port.ts'
import { apiAs } from '../../api.ts'
import { letIn, offered, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { waitForWorker } from '../../device.ts'
import { makeNextBuild } from '../../next-build.ts'
import { openPhone } from '../../phone.ts'
import { startServer } from '../../server.ts'

const FAN = 'fan@example.com'
const TALK = '/community/aoi/talk'
const TOAST = '新しいバージョンがあります'
const TYPED = 'まだ書きかけのコメントです'

let next: ReturnType<typeof makeNextBuild>
beforeAll(() => {
  next = makeNextBuild()
})
afterAll(() => next?.remove())

/** A site that runs this build until `release`, then the next one at the same address with the same data. */
async function openSite() {
  const env = { PORT: String(await freePort()) }
  let server = await startServer(env)
  onTestFinished(() => server.stop())
  return {
    url: server.url,
    /** Deletes the stored files of earlier builds, as on a machine without persistent storage. */
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
/** Simulates a return from another app. */
const rejoin = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const update = (page: Page) => offered(page, '更新する').click()
const toLegal = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }).click()
const legal = (page: Page) => page.getByRole('heading', { name: /利用規約/, level: 1 })

it('keeps an open page working after a deployment, and updates each tab on request (72)', async () => {
  const site = await openSite()
  const phone = await openPhone()
  onTestFinished(phone.discard)
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
    await rejoin(tab)
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

/** Opens a page in a browser without a service worker, as on a first visit. */
async function openWithout(url: string) {
  const context = await openContext(await sharedBrowser(), {
    viewport: PHONE,
    reducedMotion: 'reduce',
  })
  const { page } = await openPage(context)
  await letIn(page, url, FAN)
  return page
}

it('loses no input when a chunk of the previous build is loaded (72)', async () => {
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

it('reloads a page once if its chunk of the previous build is gone (72)', async () => {
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
  // While the server is down, the app's error page stays.
  await page.getByRole('button', { name: 'もう一度読み込む' }).waitFor()
  await site.start()
  await legal(page).waitFor()
  expect(await isNext(page)).toBe(1)
  expect(loads).toEqual(['/terms'])
})
