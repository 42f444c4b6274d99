import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import {
  axeFinds,
  DESKTOP,
  logIn,
  openContext,
  openPage,
  PHONE,
  SCREENS,
  sharedBrowser,
} from '../../browser.ts'

const siteUrl = inject('siteUrl')
const OWNER = 'owner@example.com'
const FAN = 'fan@example.com'
const ROOM = '/community/aoi'
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** A browser of its own for this user, or for a visitor. */
async function open(email: string | null, options: BrowserContextOptions = {}) {
  const context = await openContext(browser, {
    viewport: PHONE,
    ...options,
  })
  const opened = await openPage(context)
  if (email) await logIn(opened.page, siteUrl, email)
  return { context, ...opened }
}
async function openRoom(email: string | null, options: BrowserContextOptions = {}, path = ROOM) {
  const opened = await open(email, options)
  await opened.page.goto(siteUrl + path)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return opened
}
const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())!
const tabs = (page: Page) => page.getByRole('navigation', { name: 'ルームのページ' })
const widths = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))

describe.each(SCREENS)('the room on %s', (_, viewport) => {
  it('has a picture of 300 px, four equal actions and five equal tabs, the last one clear of the edge', async () => {
    const { page, complaints } = await openRoom(null, { viewport })
    expect((await boxOf(page, 'header img')).height).toBe(300)
    const actions = await widths(page, 'header ul > li')
    expect([actions.length, new Set(actions).size]).toEqual([4, 1])
    const five = await widths(page, 'nav[aria-label="ルームのページ"] li')
    expect(five).toHaveLength(5)
    expect(Math.max(...five) - Math.min(...five)).toBeLessThanOrEqual(1)
    expect(await tabs(page).getByRole('link').allTextContents()).toEqual([
      '概要',
      'イベント',
      'トーク（参加すると見られます）',
      'Movie（公開されていません）',
      'Shop（公開されていません）',
    ])
    const edge = await tabs(page)
      .getByText('Shop')
      .evaluate((tab) => {
        const range = document.createRange()
        range.selectNodeContents([...tab.childNodes].find(({ nodeType }) => nodeType === 3)!)
        return innerWidth - range.getBoundingClientRect().right
      })
    expect(edge).toBeGreaterThanOrEqual(12)
    for (const name of ['トーク', 'Movie', 'Shop'])
      expect(await tabs(page).getByText(name).getAttribute('aria-disabled')).toBe('true')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await axeFinds(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('opens its more menu within the window for all roles, also by keyboard', {
    tags: 'full',
  }, async () => {
    const { page } = await openRoom(OWNER, { viewport })
    const more = page.getByRole('button', { name: 'その他' })
    for (const height of [viewport.height, 480]) {
      await page.setViewportSize({ width: viewport.width, height })
      await more.focus()
      await page.keyboard.press('Enter')
      const menu = page.getByRole('menu', { name: 'その他' })
      const { y, height: tall } = (await menu.boundingBox())!
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + tall).toBeLessThanOrEqual(height)
      await page.keyboard.press('End')
      expect(
        await menu
          .getByRole('menuitem')
          .last()
          .evaluate((item) => item === document.activeElement),
      ).toBe(true)
      expect(await axeFinds(page)).toEqual([])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await more.click()
    for (const name of ['ルームを編集', 'ルームを削除'])
      expect(await page.getByRole('menuitem', { name }).getAttribute('href')).toBe(
        '/dashboard/myroom',
      )
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'ルームを編集',
      'ルームを削除',
      'ルームの電子チケット',
      'ヘルプ',
      'お支払いについて',
      '利用規約',
    ])
  })
})

it('shows members that they are in it, and the owner a link to the owner’s page', {
  tags: 'full',
}, async () => {
  const member = await openRoom(FAN)
  await member.page.getByText('参加中', { exact: true }).waitFor()
  await member.page.goto(`${siteUrl}${ROOM}/setting`)
  await member.page.getByRole('heading', { name: 'ルームの設定' }).waitFor()
  await member.page.getByRole('definition').filter({ hasText: '参加中' }).waitFor()
  const owner = await openRoom(OWNER)
  expect(await owner.page.getByRole('link', { name: 'My Room' }).getAttribute('href')).toBe(
    '/dashboard/myroom',
  )
})

it('shows that a closed room cannot be joined', { tags: 'full' }, async () => {
  const { page } = await openRoom(null, {}, '/community/kumo')
  await page.getByText('募集終了').waitFor()
  expect(await page.getByRole('button', { name: /参加/ }).count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
})

it('is at most 1240 px wide', { tags: 'full' }, async () => {
  const { page } = await openRoom(null, { viewport: { width: 1920, height: 900 } })
  const header = await boxOf(page, 'main header, header:has(h1)')
  expect(header.width).toBeLessThanOrEqual(1240)
})

it('is shared under its owner’s name; without a share sheet the URL is logged', {
  tags: 'full',
}, async () => {
  const { page } = await open(FAN)
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  await page.goto(siteUrl + ROOM)
  const share = page.getByRole('button', { name: '共有', exact: true })
  await share.click()
  await expect.poll(() => logged).toContain(`${siteUrl}/aoi`)
  const sheet = page.getByRole('dialog', { name: '共有する' })
  await sheet.getByRole('button', { name: '閉じる' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.evaluate(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', { value: async (what: unknown) => shared.push(what) })
  })
  await share.click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
    .toEqual([{ title: '藍川 あおい', text: "藍川 あおい's room", url: `${siteUrl}/aoi` }])
})

/** The opacity and scale of the room's picture, and the height of its container. */
const picture = (page: Page) =>
  page
    .locator('header img')
    .first()
    .evaluate((img) => {
      const { opacity, scale } = getComputedStyle(img)
      const { height } = img.parentElement!.getBoundingClientRect()
      return { opacity: Number(opacity), scale: Number.parseFloat(scale), height }
    })
const readOn = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

describe.each([
  ['by CSS', false],
  ['where CSS cannot tie it to scrolling', true],
])('a room’s picture, %s', (_, isOld) => {
  async function openMoving(options: BrowserContextOptions) {
    const { context, page } = await open(null, { reducedMotion: 'no-preference', ...options })
    if (isOld) {
      await context.addInitScript(() => {
        const supports = CSS.supports.bind(CSS) as (condition: string) => boolean
        CSS.supports = (condition: string) =>
          !/animation-timeline/.test(condition) && supports(condition)
      })
      // The page holds its styles, which its policy allows by their hashes.
      await context.route(siteUrl + ROOM, async (route) => {
        const answer = await route.fetch()
        const { 'content-security-policy': _, ...headers } = answer.headers()
        const body = (await answer.text()).replaceAll('animation-timeline', 'no-such-timeline')
        await route.fulfill({ response: answer, headers, body })
      })
    }
    await page.goto(siteUrl + ROOM)
    await page.locator('header img').first().waitFor()
    await page.getByRole('heading', { level: 2, name: '概要' }).waitFor({ state: 'attached' })
    return page
  }

  it('shrinks and fades on scrolling, and returns, without a layout shift', {
    tags: 'full',
  }, async () => {
    const page = await openMoving({})
    expect(await picture(page)).toMatchObject({ opacity: 1, height: 300 })
    await expect
      .poll(async () => {
        await readOn(page, 150)
        const { opacity, scale, height } = await picture(page)
        return [opacity.toFixed(1), scale.toFixed(1), height]
      })
      .toEqual(['0.5', '0.8', 300])
    await readOn(page, 0)
    await expect.poll(async () => (await picture(page)).opacity).toBe(1)
  })

  it.each([
    ['on a wide screen', { viewport: DESKTOP }],
    ['for those who want no motion', { reducedMotion: 'reduce' }],
  ] as const)('does not change %s', { tags: 'full' }, async (_where, options) => {
    const page = await openMoving(options)
    await readOn(page, 150)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
    // Two frames later a change would have been painted.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect((await picture(page)).opacity).toBe(1)
  })
})
