// @module-tag full
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Event, events } from '#contract/events/calls.ts'
import { live } from '#contract/live/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { ownSite } from '../../own-site.ts'

/** A site of its own: messages are public, and too many browsers on one ticket stop each other. */
const site = ownSite()
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'
const STREAM = '**/talk/stream'
const POLL = /\/talk\?after=/
let event: Event
beforeAll(async () => {
  const call = await apiAs(site.server.url, FAN)
  const { items } = await call(events.listJoined, { query: { limit: 100 } })
  event = items.find(({ publishment_flg, live_talk }) => publishment_flg === 1 && live_talk === 1)!
})

/** Opens the watch page with the talk loaded. `before` prepares the page. */
async function open(email: string, viewport = DESKTOP, before?: (page: Page) => Promise<unknown>) {
  const context = await openContext(site.browser, { viewport })
  const opened = await openPage(context)
  await before?.(opened.page)
  await letIn(opened.page, site.server.url, email)
  await opened.page.goto(`${site.server.url}/community/${event.room.id}/event/${event.id}`)
  const panel = opened.page.locator('section[aria-label="トーク"]')
  await panel.locator('[data-talk]').first().waitFor({ state: 'attached' })
  const field = panel.getByRole('textbox', { name: 'メッセージ' })
  const line = (text: string) => panel.locator('[data-talk]').filter({ hasText: text })
  return { ...opened, panel, field, line }
}
let count = 0
const fresh = (word: string) => `${word} ${++count}`

describe('a message reaches other viewers', () => {
  it.each([
    { by: 'server-sent events', blocked: POLL },
    { by: 'polling, where no stream comes through', blocked: STREAM },
  ])('by $by, in both directions, once', async ({ blocked }) => {
    const block = (page: Page) => page.route(blocked, (route) => route.abort())
    const [fan, owner] = await Promise.all([open(FAN, DESKTOP, block), open(OWNER, PHONE, block)])
    await owner.page.getByRole('button', { name: 'トークを開く' }).click()
    const [hello, answer] = [fresh('こんばんは'), fresh('ようこそ')]
    await fan.field.fill(hello)
    await fan.field.press('Enter')
    await owner.line(hello).waitFor()
    await owner.field.fill(answer)
    await owner.panel.getByRole('button', { name: '送る' }).click()
    await fan.line(answer).waitFor()
    for (const { line, field } of [fan, owner]) {
      expect(await field.inputValue()).toBe('')
      for (const text of [hello, answer]) expect(await line(text).count()).toBe(1)
    }
  })

  it('after the event stream fails and polling takes over', async () => {
    const fan = await open(FAN)
    await fan.page.route(STREAM, (route) => route.abort())
    const owner = await apiAs(site.server.url, OWNER)
    const post = (message: string) =>
      owner(live.postTalk, { params: { id: event.id }, body: { message } })
    const before = fresh('まえ')
    await post(before)
    await fan.line(before).waitFor()
    await fan.page.context().setOffline(true)
    const meanwhile = fresh('あいだ')
    await post(meanwhile)
    await fan.page.context().setOffline(false)
    const after = fresh('あと')
    await post(after)
    await fan.line(after).waitFor()
    for (const text of [before, meanwhile, after]) expect(await fan.line(text).count()).toBe(1)
  })
})

it('sends with Enter, adds a line with Shift+Enter, and ignores the Enter of a kana conversion', async () => {
  const { page, field, line } = await open(FAN)
  const cdp = await page.context().newCDPSession(page)
  await field.focus()
  await cdp.send('Input.imeSetComposition', {
    text: 'へんかん',
    selectionStart: 4,
    selectionEnd: 4,
  })
  await cdp.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  expect(await field.inputValue()).toBe('へんかん')
  const word = fresh('変換')
  await cdp.send('Input.imeSetComposition', { text: word, selectionStart: 0, selectionEnd: 0 })
  await cdp.send('Input.insertText', { text: word })
  await field.press('Shift+Enter')
  await field.pressSequentially('二行目')
  expect(await field.inputValue()).toBe(`${word}\n二行目`)
  await field.press('Enter')
  await line(word).waitFor()
  expect(await line('へんかん').count()).toBe(0)
  expect(await line(word).innerText()).toContain(`${word}\n二行目`)
})

it('counts graphemes, and sends neither too long nor empty messages', async () => {
  const { panel, field, line } = await open(FAN)
  const send = panel.getByRole('button', { name: '送る' })
  expect(await send.isDisabled()).toBe(true)
  await field.fill(`${'𠮷'.repeat(199)}👨‍👩‍👧‍👦`)
  await panel.getByText('200/200').waitFor()
  expect(await send.isDisabled()).toBe(false)
  await field.fill('あ'.repeat(201))
  await panel.getByText('201/200').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await field.press('Enter')
  expect(await field.inputValue()).toBe('あ'.repeat(201))
  await field.fill('<img src=x onerror="document.title=1">')
  await field.press('Enter')
  await line('<img src=x').waitFor()
})

it('shows markup as text: runs no script, and loads nothing (53)', async () => {
  const { page, field, line, complaints } = await open(FAN)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const attacks = [
    '<img src="/attack.png" onerror="document.title=`gotcha`">',
    '<script>document.title="gotcha"</script>',
    '<svg/onload=document.title="gotcha"> javascript:alert(1)',
    '&lt;b&gt;{{7*7}}&amp;',
  ]
  for (const attack of attacks) {
    await field.fill(attack)
    await field.press('Enter')
    const row = line(attack)
    await row.waitFor()
    await row.getByText('送信できませんでした').waitFor({ state: 'detached' })
    expect(await row.locator('p').last().innerText()).toBe(attack)
  }
  expect(await page.title()).not.toContain('gotcha')
  expect(requests.filter((url) => url.includes('attack'))).toEqual([])
  expect(await page.locator('[data-talk] script, [data-talk] svg[onload]').count()).toBe(0)
  expect(complaints).toEqual([])
})

it.each([PHONE, DESKTOP])(
  'keeps its layout for hostile messages: $width px (52)',
  async (viewport) => {
    const { page, panel, field, line } = await open(FAN, viewport)
    const before = (await field.boundingBox())!
    const hostile = [
      { text: `${fresh('積む')}e${'\u0301\u0336\u0489'.repeat(60)}`, find: `積む ${count}` },
      { text: `\u202e${fresh('逆')}\u202d`, find: `逆 ${count}` },
      { text: `${fresh('行')}${'\n'.repeat(9_900)}終`, find: `行 ${count}` },
      { text: `${fresh('長')}${'W'.repeat(190)}`, find: `長 ${count}` },
      { text: `${fresh('幅')}${'﷽'.repeat(100)}`, find: `幅 ${count}` },
    ]
    const owner = await apiAs(site.server.url, OWNER)
    for (const { text, find } of hostile) {
      await owner(live.postTalk, { params: { id: event.id }, body: { message: text } })
      const row = line(find)
      await row.waitFor()
      const [box, around] = [(await row.boundingBox())!, (await panel.boundingBox())!]
      expect(box.x).toBeGreaterThanOrEqual(around.x)
      expect(box.x + box.width).toBeLessThanOrEqual(around.x + around.width + 0.5)
      expect(box.height).toBeLessThan(800)
    }
    // Neither a wider page nor a moved input field.
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    const log = panel.getByRole('log')
    expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await field.fill('')
    expect(Math.abs((await field.boundingBox())!.y - before.y)).toBeLessThan(2)
    // Rows do not overlap.
    const rows = await panel.locator('[data-talk]').evaluateAll((all) =>
      all.map((row) => ({
        top: row.getBoundingClientRect().top,
        foot: row.getBoundingClientRect().bottom,
      })),
    )
    for (const [n, row] of rows.entries())
      if (n > 0) expect(row.top).toBeGreaterThanOrEqual(rows[n - 1]!.foot - 0.5)
  },
)

it('keeps a message that failed, and sends it again once', async () => {
  const { page, panel, field, line } = await open(FAN)
  const isPost = (route: { request(): { method(): string } }) => route.request().method() === 'POST'
  await page.route('**/talk', (route) => (isPost(route) ? route.abort() : route.continue()))
  const text = fresh('電波の悪いところ')
  await field.fill(text)
  await field.press('Enter')
  await page.getByText('エラーが起こりました。時間を空けて再度お試しください。').last().waitFor()
  expect(await field.inputValue()).toBe('')
  await line(text).getByText('送信できませんでした').waitFor()
  await page.unroute('**/talk')
  await panel.getByRole('button', { name: '再送' }).click()
  await line(text).getByText('送信できませんでした').waitFor({ state: 'detached' })
  const owner = await apiAs(site.server.url, OWNER)
  const talk = await owner(live.listTalk, { params: { id: event.id } })
  expect(talk.filter(({ message }) => message === text)).toHaveLength(1)
  expect(await line(text).count()).toBe(1)
})

it('sends a stamp by keyboard, which others see, and replies to quote by its name', async () => {
  const [fan, owner] = await Promise.all([open(FAN), open(OWNER, PHONE)])
  await owner.page.getByRole('button', { name: 'トークを開く' }).click()
  const stamps = (panel: typeof fan.panel, name: string) =>
    panel.locator('[data-talk]').filter({ has: panel.page().getByRole('img', { name }) })
  const before = await stamps(owner.panel, 'おやすみ').count()
  const button = fan.panel.getByRole('button', { name: 'スタンプ' })
  await button.press('Enter')
  const list = fan.panel.getByRole('list', { name: 'スタンプ' })
  await list.getByRole('button', { name: 'ほうじ茶' }).press('Tab')
  await fan.page.keyboard.press('Tab')
  expect(await axeFinds(fan.page)).toEqual([])
  await fan.page.keyboard.press('Enter')
  await stamps(owner.panel, 'おやすみ').nth(before).waitFor()
  await fan.page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  const row = stamps(owner.panel, 'おやすみ').last()
  const picture = row.getByRole('img', { name: 'おやすみ' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(360)
  await row.click()
  await row.getByRole('button', { name: /操作/ }).click()
  await owner.page.getByRole('menuitem', { name: '返信' }).click()
  const answer = fresh('おやすみなさい')
  await owner.field.fill(answer)
  await owner.field.press('Enter')
  await fan.line(answer).getByText('「スタンプ：おやすみ」').waitFor()
  for (const { complaints } of [fan, owner]) expect(complaints).toEqual([])
})

it('deletes an own message after a confirmation, on all screens', async () => {
  const [fan, owner] = await Promise.all([open(FAN), open(OWNER)])
  const text = fresh('うっかり')
  await fan.field.fill(text)
  await fan.field.press('Enter')
  await owner.line(text).waitFor()
  await fan.line(text).hover()
  await fan.line(text).getByRole('button', { name: /操作/ }).click()
  await fan.page.getByRole('menuitem', { name: '削除' }).click()
  await fan.page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  for (const { line } of [fan, owner]) await line(text).waitFor({ state: 'detached' })
})

it('keeps the position of a reader who has scrolled up, shows the number of new messages, and jumps to the end', async () => {
  const { panel, line } = await open(FAN)
  const log = panel.getByRole('log')
  const rows = panel.locator('[data-talk]')
  await log.hover()
  const before = await rows.count()
  await log.evaluate((box) => {
    box.scrollTop = 0
  })
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
  const reading = rows.nth((await rows.count()) - before)
  const text = await reading.innerText()
  const place = (await reading.boundingBox())!.y
  const owner = await apiAs(site.server.url, OWNER)
  const [one, two] = [fresh('つづき'), fresh('さらに')]
  for (const message of [one, two])
    await owner(live.postTalk, { params: { id: event.id }, body: { message } })
  const end = panel.getByRole('button', { name: /末尾へ/ })
  await expect.poll(() => end.innerText()).toContain('2')
  expect(await reading.innerText()).toBe(text)
  expect(Math.abs((await reading.boundingBox())!.y - place)).toBeLessThan(2)
  await end.click()
  await end.waitFor({ state: 'detached' })
  await expect
    .poll(() => line(two).evaluate((row) => row.getBoundingClientRect().height > 0))
    .toBe(true)
})

it('has no axe violations, open on a phone and beside the player', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page, complaints } = await open(OWNER, viewport)
    if (viewport === PHONE) await page.getByRole('button', { name: 'トークを開く' }).click()
    expect(await axeFinds(page)).toEqual([])
    expect(complaints).toEqual([])
  }
})

it('shows lights, a pinned line, a reply and an answered question on another screen', async () => {
  const [fan, owner] = await Promise.all([open(FAN), open(OWNER)])
  const menuOf = async ({ page, line }: typeof fan, text: string, item: string) => {
    await line(text).hover()
    await line(text).getByRole('button', { name: /操作/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const [question, answer] = [fresh('しつもんです'), fresh('おこたえ')]
  await fan.panel.getByRole('button', { name: '灯りをともす' }).click()
  await owner.panel.getByText(/灯りのともった窓：\d+のうち[1-9]/).waitFor()
  await owner.panel.getByText(/灯りのともった窓：\d+のうち0/).waitFor()

  await fan.panel.getByRole('button', { name: '質問', exact: true }).click()
  await fan.field.fill(question)
  await fan.field.press('Enter')
  await owner.panel.getByRole('button', { name: /^質問 ?[1-9]/ }).click()
  const sheet = owner.page.getByRole('dialog', { name: '質問' })
  const row = sheet.getByRole('listitem').filter({ hasText: question })
  expect(await axeFinds(owner.page)).toEqual([])
  await row.getByRole('button', { name: '回答済みにする' }).click()
  await fan.line(question).getByText('回答済み').waitFor()
  await sheet.getByRole('button', { name: '閉じる' }).click()

  await menuOf(owner, question, 'ピン留め')
  const pinned = fan.panel.getByRole('region', { name: 'ピン留めされた書き込み' })
  await pinned.getByText(question).waitFor()
  await menuOf(owner, question, '返信')
  await owner.field.fill(answer)
  await owner.field.press('Enter')
  await fan.line(answer).getByText(`さんへの返信「${question}」`).waitFor()
  for (const { page } of [fan, owner]) expect(await axeFinds(page)).toEqual([])
  await owner.panel.getByRole('button', { name: 'ピン留めを外す' }).click()
  await pinned.waitFor({ state: 'detached' })
})
