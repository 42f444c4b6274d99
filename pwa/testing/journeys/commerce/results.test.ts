// @module-tag full
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import {
  axeFinds,
  openContext,
  openHydrated,
  openPage,
  SCREENS,
  sharedBrowser,
} from '../../browser.ts'

const siteUrl = inject('siteUrl')
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

const NOWHERE = '該当なしの言葉'

describe.each(SCREENS)('search results on %s', (_, viewport) => {
  async function open(options: BrowserContextOptions = {}) {
    const context = await openContext(browser, { viewport, ...options })
    return { context, ...(await openPage(context)) }
  }
  async function openResults() {
    const opened = await open()
    await openHydrated(opened.page, `${siteUrl}/results`)
    return opened
  }
  const search = (page: Awaited<ReturnType<typeof open>>['page'], terms: string) => {
    const form = page.getByRole('main').getByRole('search')
    return form
      .getByRole('searchbox')
      .fill(terms)
      .then(() => form.getByRole('button', { name: '検索する' }).click())
  }

  it('work without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(`${siteUrl}/results`)
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
    await search(page, ' 夜ﾌｶｼ　喫茶 ')
    await page.getByRole('heading', { name: '「夜ﾌｶｼ　喫茶」の検索結果' }).waitFor()
    await page.getByRole('main').getByText('夜ふかし喫茶室').first().waitFor()
    await search(page, NOWHERE)
    await page.getByRole('heading', { name: /見つかりませんでした/ }).waitFor()
    await page.getByRole('link', { name: '人気のルームとイベントを見る' }).click()
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
  })

  it('are found by a tag of a room, which can be removed', async () => {
    const { page, complaints } = await open()
    await openHydrated(page, `${siteUrl}/community/aoi`)
    await page.getByRole('main').getByRole('link', { name: '#夜ふかし' }).click()
    await page.getByRole('heading', { name: '#夜ふかしの検索結果', level: 1 }).waitFor()
    const found = page.getByRole('main')
    await found
      .getByRole('link', { name: /夜ふかし喫茶室/ })
      .first()
      .waitFor()
    await found
      .getByRole('link', { name: /星見の会/ })
      .first()
      .waitFor()
    expect(await found.getByRole('link', { name: /北の台所/ }).count()).toBe(0)
    expect(await axeFinds(page)).toEqual([])
    await found.getByRole('link', { name: '#夜ふかし' }).click()
    await page.getByRole('heading', { name: 'さがす', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  it('are events at venues with that filter, which suggests people and tickets while typing', async () => {
    const { page, complaints } = await openResults()
    await page.getByRole('link', { name: '会場あり' }).click()
    await page.getByRole('heading', { name: '会場での公演' }).waitFor()
    const found = page.getByRole('main')
    const entries = found.locator('a[href*="/e_ticket/"]')
    await entries.first().waitFor()
    // Before the press, too, they are on the page, below others.
    const headings = () => found.getByRole('heading', { level: 2 }).allInnerTexts()
    await expect.poll(headings).toEqual(['会場での公演'])
    await found.getByRole('searchbox').fill('haru')
    await page.getByRole('list', { name: '候補' }).getByRole('link', { name: /@haru/ }).waitFor()
    expect(await axeFinds(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('show popular rooms before a search, then matches, or advice if there are none', async () => {
    const { page, complaints } = await openResults()
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
    expect(await axeFinds(page)).toEqual([])
    await search(page, '　 ')
    expect(new URL(page.url()).search, 'nothing is asked').toBe('')

    await search(page, ' 喫茶 ')
    await page.getByRole('heading', { name: '「喫茶」の検索結果', level: 1 }).waitFor()
    await page
      .getByRole('link', { name: /夜ふかし喫茶室/ })
      .first()
      .waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe('喫茶')

    await search(page, NOWHERE)
    await page.getByRole('heading', { name: /見つかりませんでした/ }).waitFor()
    expect(await page.getByRole('heading', { name: /見つかりませんでした/ }).count()).toBe(1)
    await page.getByText('言葉を短くしたり').waitFor()
    expect(await axeFinds(page)).toEqual([])
    const long = 'W'.repeat(100)
    await search(page, long)
    await page.getByRole('heading', { name: `「${long}」の検索結果` }).waitFor()
    const { scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      innerWidth: window.innerWidth,
    }))
    expect(scrollWidth, 'nothing sticks out at the side').toBeLessThanOrEqual(innerWidth)
    await page.goBack()
    await page.getByRole('heading', { name: `「${NOWHERE}」の検索結果` }).waitFor()
    await page.getByRole('link', { name: '人気のルームとイベントを見る' }).click()
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: `「${NOWHERE}」の検索結果` }).waitFor()
    expect(complaints).toEqual([])
  })

  it('show one error with the request id, and load on a retry', async () => {
    const { page } = await openResults()
    let broken = true
    await page.route(/\/api\/application\/(room|event|digitalTicket|newroom)\?/, (route) =>
      broken
        ? route.fulfill({
            status: 500,
            headers: { 'x-request-id': 'AAAA-BBBB-CC' },
            json: { message: 'エラーが起こりました。時間を空けて再度お試しください。' },
          })
        : route.continue(),
    )
    await search(page, '喫茶')
    await page.getByRole('heading', { name: '読み込めませんでした' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    await page.getByText('AAAA-BBBB-CC').waitFor()
    expect(await axeFinds(page)).toEqual([])
    broken = false
    await page.getByRole('button', { name: 'もう一度読み込む' }).click()
    await page
      .getByRole('link', { name: /夜ふかし喫茶室/ })
      .first()
      .waitFor()
  })

  it('show that the device is offline, and load automatically once it is online', async () => {
    const { context, page } = await openResults()
    await page.getByRole('heading', { name: '人気のルーム' }).waitFor()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await search(page, '喫茶')
    await page.getByRole('heading', { name: /オフライン/ }).waitFor()
    await context.setOffline(false)
    await page
      .getByRole('link', { name: /夜ふかし喫茶室/ })
      .first()
      .waitFor()
  })
})
