// @module-tag full
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { BUNDLE_STALE_MS, GATE_SYNC_MS } from '#contract/door/limits.ts'
import { RANGE_WRONG } from '#contract/door/messages.ts'
import type { Caller } from '#contract/http/caller.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { LEAVING_MS } from '#pwa/features/door/gate/door.ts'
import { SILENCE_MS } from '#pwa/features/door/gate/sync.ts'
import { freePort } from '#server/testing/free-port.ts'
import { makeKey } from '#server/testing/gate-phone.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { storedOn } from '../../device.ts'
import { createEvening } from '../../evening.ts'
import { type RunningServer, startServer } from '../../server.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

let server: RunningServer
let port: string
let browser: Awaited<ReturnType<typeof sharedBrowser>>
let owner: Caller
let params: { roomid: string; id: string }
beforeAll(async () => {
  port = String(await freePort())
  ;[server, browser] = await Promise.all([startServer({ PORT: port }), sharedBrowser()])
})
afterAll(() => server?.stop())

/** A ticket of its own for each test, held by haru (A 001), so that gates of other tests do not interfere. */
beforeEach(async () => {
  const fields = { title: '屋上の星見会', venue: '灯ホール 屋上' }
  ;({ owner, params } = await createEvening(server.url, fields, ['fan@example.com']))
})

const invite = async (name: string, range: { from: number; to: number } | null) =>
  (await owner(door.createGate, { params, body: { name, range } })).invite_url
const isReady = (page: Page) => page.getByText('電波のない場所でも受け付けられます').waitFor()

/** More than the time until the clock is held, as it cannot go back. */
const AHEAD_MS = 5_000
/** Holds the installed clock, after which no scheduled call is due. */
const holdClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
/** Advances the held clock until it shows: the phone schedules its next sync only after the last one. */
const runUntil = (page: Page, ms: number, shows: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(ms)
      return shows()
    })
    .toBe(true)
const LEAVE = 'この端末での受付をやめる'
const isLeft = (page: Page) => page.getByText('この端末には、受付の準備がありません').waitFor()
const gateNamed = async (gateName: string) =>
  (await owner(door.listGates, { params })).find(({ name }) => name === gateName)!

/** Opens an invitation and claims the gate. */
async function openInvite(page: Page, link: string) {
  await page.goto(link)
  await press(page, 'この端末で受付をする')
}

/** A phone that works online at a gate of this name; its clock is held. */
async function openAtWork(name: string) {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.clock.install()
  await openInvite(page, await invite(name, { from: 1, to: 50 }))
  await isReady(page)
  await press(page, '受付を始める')
  await page.getByRole('button', { name: /^オンライン/ }).waitFor()
  await holdClock(page)
  return { context, page }
}

/** The owner's phone at the ticket's page of gates. */
async function openGates() {
  const context = await openContext(browser, { viewport: PHONE })
  const opened = await openPage(context)
  await letIn(opened.page, server.url, 'owner@example.com')
  await opened.page.goto(`${server.url}/dashboard/e_ticket/${params.id}?room=aoi`)
  return { ...opened, context }
}

it('creates a gate for the rest without numbers, and requires both ends of a range', async () => {
  const { page } = await openGates()
  await press(page, '入口を追加する')
  const form = page.getByRole('dialog', { name: '入口を追加' })
  await form.getByLabel('入口の名前').fill('片側の入口')
  await form.getByLabel('何番から').fill('3')
  await press(page, '追加して招待する')
  await form.getByText(RANGE_WRONG).waitFor()
  expect(await form.getByLabel('何番まで').getAttribute('aria-invalid')).toBe('true')
  expect(await form.getByLabel('何番から').getAttribute('aria-invalid')).toBe('false')
  expect(await axeFinds(page)).toEqual([])
  await form.getByLabel('何番から').fill('')
  await press(page, '追加して招待する')
  await form.waitFor({ state: 'hidden' })
  const gates = await owner(door.listGates, { params })
  expect(gates.map(({ name, range }) => [name, range])).toEqual([['片側の入口', null]])
})

it('claims a gate by login despite a lost response, and again after a logout', async () => {
  const { id: gid } = await owner(door.createGate, {
    params,
    body: { name: '星の入口', range: { from: 1, to: 50 } },
  })
  const { page } = await openGates()
  // The request arrives, and its response is lost.
  const at = '**/gate/*/claim'
  await page.route(at, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const gateButton = page.getByRole('button', { name: /星の入口/ })
  const here = page.getByRole('button', { name: 'この端末で受付する' })
  const open = async () => {
    await gateButton.click()
    await here.waitFor()
  }
  await open()
  await here.click()
  await page.getByText('通信').first().waitFor()
  const claimed = async () =>
    (await owner(door.listGates, { params })).find(({ id }) => id === gid)!.claimed
  await expect.poll(claimed).toBe(true)
  await page.unroute(at)
  await page.reload()
  await gateButton.getByText('端末あり').waitFor()
  await open()
  await here.click()
  await isReady(page)

  const gatesOn = async () => (await storedOn(page)).databases['room.gate']?.gates ?? []
  expect(await gatesOn()).toContain(gid)
  await press(page, '受付を始める')
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('a1')
  await press(page, 'チケットを確認する')
  await press(page, '確認して入場させる')
  await page.getByRole('heading', { name: '入場OK' }).waitFor()
  await press(page, '入場を取り消す')
  await page.getByRole('heading', { name: '取り消しました' }).waitFor()
  await page.getByRole('alert').getByText('千晴').waitFor()
  expect(await axeFinds(page)).toEqual([])
  const admitted = async () => {
    const report = await owner(door.listGateLog, { params, query: { gate: gid } })
    return report.items.map(({ did }) => did)
  }
  await expect.poll(admitted).toEqual(['undo', 'admit'])
  await press(page, '受付を終える')
  await page.getByText('0件', { exact: true }).waitFor()

  const logOut = async () => {
    await page.goto(`${server.url}/account`)
    await press(page, 'ログアウト')
    const really = page.getByRole('button', { name: 'ログアウトする' })
    const out = page.getByRole('link', { name: '新規登録' }).first()
    await really.or(out).first().waitFor()
    if (await really.isVisible()) await really.click()
    await page.waitForFunction(() => localStorage.getItem('room.member') === null)
  }
  await logOut()
  expect(await gatesOn()).toEqual([])
  expect((await storedOn(page)).text).not.toContain('gate_')

  await letIn(page, server.url, 'owner@example.com')
  await page.goto(`${server.url}/dashboard/e_ticket/${params.id}?room=aoi`)
  await open()
  await here.click()
  await isReady(page)
  await press(page, '受付を始める')
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('a1')
  await press(page, 'チケットを確認する')
  await press(page, '入場させない')
  await page.getByRole('heading', { name: '入場不可' }).waitFor()
  await expect.poll(admitted).toEqual(['refuse', 'undo', 'admit'])
  // The log continues its sequence: the phone is not taken for a copy.
  expect(await owner(door.getDoorReport, { params })).toMatchObject({ copied: [] })
  await press(page, '受付を終える')

  // Unsent entries stay at logout, with the key to upload them.
  await page.getByText('0件', { exact: true }).waitFor()
  await page.route('**/gate/*/log', (route) => route.abort())
  await press(page, '受付を始める')
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('a1')
  await press(page, 'チケットを確認する')
  await press(page, '入場させない')
  await page.getByText('未送信 1件').waitFor()
  await logOut()
  expect(await gatesOn()).toContain(gid)
  await page.unroute('**/gate/*/log')
  await page.goto(`${server.url}/gate`)
  await expect.poll(admitted).toEqual(['refuse', 'refuse', 'undo', 'admit'])
})

it('gives the gate of a former staff member to another phone, which continues the log', async () => {
  const staff = { params: { id: 'aoi' }, body: { name: 'sora', role: 'door' as const } }
  await owner(rooms.addStaff, staff)
  const createdGate = await owner(door.createGate, {
    params,
    body: { name: '風の入口', range: null },
  })
  const at = { params: { ...params, gid: createdGate.id } }
  const key = await makeKey()
  const sora = await apiAs(server.url, 'guest@example.com')
  await sora(door.workGate, { ...at, body: { public_key: key.public_key } })
  const entry = {
    ...{ nonce: 'line-of-another-phone', seq: 0, ticket_hash: '', did: 'refuse' as const },
    ...{ scanned_at: new Date().toISOString(), reason: 'invalid' },
  }
  await sora(door.sendGateLog, {
    ...at,
    body: { entries: [await key.sign(createdGate.id, entry)] },
  })
  await owner(rooms.removeStaff, staff)

  const { page, complaints } = await openGates()
  const gate = page.getByRole('button', { name: /風の入口/ })
  await gate.getByText('端末なし').waitFor()
  await gate.click()
  const sheet = page.getByRole('dialog', { name: '風の入口' })
  await sheet.getByText('係ではなくなったため').waitFor()
  await sheet.getByText('使えなくなりました', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: '新しい端末を招待する' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, 'この端末で受付する')
  await isReady(page)
  await press(page, '受付を始める')
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('a1')
  await press(page, 'チケットを確認する')
  await press(page, '確認して入場させる')
  await page.getByRole('heading', { name: '入場OK' }).waitFor()
  const log = async () => {
    const { items } = await owner(door.listGateLog, { params, query: { gate: createdGate.id } })
    return items.map(({ did }) => did)
  }
  await expect.poll(log).toEqual(['admit', 'refuse'])
  expect(await owner(door.getDoorReport, { params })).toMatchObject({ entered: 1, copied: [] })
  await press(page, '受付を終える')
  await page.goto(`${server.url}/dashboard/e_ticket/${params.id}?room=aoi`)
  await gate.getByText('端末あり').waitFor()
  expect(complaints).toEqual([])
})

it('writes to disk before showing a result, and gives the gate up once all entries are sent', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.clock.install()
  // Records the browser calls of the page.
  await page.addInitScript(() => {
    const transactions: string[] = []
    Object.assign(window, { asked: transactions })
    const real = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function transaction(stores, mode, options) {
      const transaction = real.call(this, stores, mode, options)
      if (mode === 'readwrite')
        transactions.push(`${[stores].flat().join()} ${transaction.durability}`)
      return transaction
    }
  })
  const transactions = () =>
    page.evaluate(() => [...new Set((window as unknown as { asked: string[] }).asked)])
  await openInvite(page, await invite('月の入口', { from: 1, to: 50 }))
  await isReady(page)
  await page.route('**/gate/*/log', (route) => route.abort())
  await press(page, '受付を始める')
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('zzz')
  await press(page, 'チケットを確認する')
  await page.getByRole('heading', { name: '無効' }).waitFor()
  const strict = ['claims strict', 'gates strict', 'log strict']
  expect((await transactions()).filter((one) => /^(claims|gates|log) /.test(one)).sort()).toEqual(
    expect.arrayContaining(strict),
  )
  expect(
    (await transactions()).filter((one) => /^(gates|log) (default|relaxed)/.test(one)),
  ).toEqual([])

  await press(page, '受付を終える')
  await press(page, LEAVE)
  const question = page.getByRole('alertdialog', { name: 'この端末での受付をやめますか？' })
  await question.getByText('まだ送っていない記録が1件あります').waitFor()
  await press(page, '送ってからやめる')
  await question.getByText('まだ送れていません').waitFor()
  expect(await axeFinds(page)).toEqual([])
  // From here on no automatic sync starts; one already running fails before the end of this step.
  await holdClock(page)
  await press(page, '送ってからやめる')
  await question.getByText('まだ送れていません').waitFor()
  await page.unroute('**/gate/*/log')
  await press(page, '送ってからやめる')
  await isLeft(page)
  const gate = await gateNamed('月の入口')
  expect(gate).toMatchObject({ claimed: false })
  const log = await owner(door.listGateLog, { params, query: { gate: gate.id } })
  expect(log.items.map(({ did, reason }) => [did, reason])).toEqual([['refuse', 'invalid']])
})

it('leaves a gate offline, which the owner then revokes', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  const link = await invite('空の入口', { from: 1, to: 50 })
  await openInvite(page, link)
  await isReady(page)
  await press(page, LEAVE)
  const question = page.getByRole('alertdialog', { name: 'この端末での受付をやめますか？' })
  await question.getByText('オーナーが別の端末に渡せるようになります').waitFor()
  await context.setOffline(true)
  await question.getByText('「端末あり」のまま残ります').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, 'やめる')
  await isLeft(page)
  expect((await storedOn(page)).text).not.toContain('gate_')
  expect(await gateNamed('空の入口')).toMatchObject({ claimed: true })

  const gatesPage = await openGates()
  const gate = gatesPage.page.getByRole('button', { name: /空の入口/ })
  await gate.getByText('端末あり').waitFor()
  await gate.click()
  await press(gatesPage.page, '端末を外す')
  const really = gatesPage.page.getByRole('alertdialog', {
    name: '「空の入口」の端末を外しますか？',
  })
  await really.getByText('受付を続けていないこと').waitFor()
  expect(await axeFinds(gatesPage.page)).toEqual([])
  await press(gatesPage.page, '外す')
  await gate.getByText('端末なし').waitFor()
  expect(await gatesPage.page.getByRole('button', { name: '端末を外す' }).count()).toBe(0)
  await press(gatesPage.page, '係員の端末を招待する')
  await gatesPage.page.getByRole('dialog', { name: '空の入口の招待' }).waitFor()
  expect(gatesPage.complaints).toEqual([])

  // The phone's invitation link is no longer valid.
  await context.setOffline(false)
  await openInvite(page, link)
  await page.getByText('受付を始められませんでした').waitFor()
})

it('gives a gate up despite a lost response, and leaves after the timeout at the latest', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.clock.install()
  await openInvite(page, await invite('雪の入口', { from: 1, to: 50 }))
  await isReady(page)
  await press(page, LEAVE)
  const question = page.getByRole('alertdialog', { name: 'この端末での受付をやめますか？' })
  await question.getByText('オーナーが別の端末に渡せるようになります').waitFor()
  await holdClock(page)
  // The request arrives, and its response is still pending at the timeout.
  await page.route('**/gate/*/claim', async (route) => {
    await route.fetch()
  })
  await press(page, 'やめる')
  await expect.poll(async () => (await gateNamed('雪の入口')).claimed).toBe(false)
  await page.route('**/gate/*/{bundle,log}', (route) => route.abort())
  await page.clock.runFor(LEAVING_MS)
  await question.getByText('入口を空けられませんでした').waitFor()
  await press(page, 'やめる')
  await isLeft(page)
})

it('shows the gate’s name before its list is loaded, and can be left then', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await openInvite(page, await invite('東の入口', { from: 1, to: 50 }))
  await isReady(page)
  await page.route('**/gate/*/bundle', (route) => route.abort())
  await openInvite(page, await invite('西の入口', null))
  await page.getByRole('heading', { name: '西の入口' }).waitFor()
  await page.getByText('チケットの一覧を受け取っています').waitFor()
  await page.goto(`${server.url}/gate`)
  const row = (name: string) => page.getByRole('button', { name })
  await row('東の入口').getByText('屋上の星見会').waitFor()
  await row('西の入口').getByText('チケットの一覧をまだ受け取っていません').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await row('西の入口').click()
  await press(page, LEAVE)
  await press(page, 'やめる')
  // The one remaining gate is opened.
  await page.getByRole('heading', { name: '東の入口' }).waitFor()
  expect(await gateNamed('西の入口')).toMatchObject({ claimed: false })
})

it('offers no useless action for an invitation that another phone has used', async () => {
  const link = await invite('岩の入口', { from: 1, to: 50 })
  for (const isFirst of [true, false]) {
    const context = await openContext(browser, { viewport: PHONE })
    const { page } = await openPage(context)
    // Opening the link, as a link preview does, claims nothing: only the press does.
    await page.goto(link)
    await page.getByText('この端末で受付をしますか？').waitFor()
    await openInvite(page, link)
    if (isFirst) await isReady(page)
    else {
      await page.getByRole('heading', { name: '受付を始められませんでした' }).waitFor()
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
      expect(await axeFinds(page)).toEqual([])
    }
  }
})

it('shows at once that the network is gone, without waiting for a failing call', async () => {
  const { context, page } = await openAtWork('霧の入口')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^オフラインで受付中/ }).waitFor()
})

it('shows a network that swallows log uploads as offline, and uploads once it works again', async () => {
  const { page } = await openAtWork('砂の入口')
  let swallowed = 0
  await page.route('**/gate/*/{bundle,log}', () => {
    swallowed++
  })
  await runUntil(page, GATE_SYNC_MS, async () => swallowed > 0)
  await page.clock.runFor(SILENCE_MS)
  await page.getByRole('button', { name: /^オフラインで受付中/ }).waitFor()
  await page.unroute('**/gate/*/{bundle,log}')
  const online = page.getByRole('button', { name: /^オンライン/ })
  await runUntil(page, GATE_SYNC_MS, () => online.isVisible())
})

/** Makes access to these gate stores fail, as on a full phone; returns the function that repairs it. */
async function breakStorage(page: Page, stores: RegExp) {
  await page.evaluate((source) => {
    const real = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function transaction(names, ...rest) {
      if (new RegExp(source).test(`${[names].flat().join()} ${rest[0] ?? 'readonly'}`))
        throw new DOMException('full', 'QuotaExceededError')
      return real.call(this, names, ...rest)
    }
    Object.assign(window, { mend: () => (IDBDatabase.prototype.transaction = real) })
  }, stores.source)
  return () => page.evaluate(() => void (window as unknown as { mend: () => void }).mend())
}

it('shows at once that the log cannot be written, and shows no earlier result', async () => {
  const { page } = await openAtWork('灯の入口')
  await page.clock.resume()
  const type = async () => {
    await press(page, '整理番号を入力')
    await page.getByLabel('整理番号', { exact: true }).fill('a1')
    await press(page, 'チケットを確認する')
  }
  const answer = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
  const warning = page
    .getByRole('alert')
    .filter({ hasText: 'この端末では受付を続けないでください' })
  await type()
  await press(page, '確認して入場させる')
  await answer('入場OK').waitFor()
  const mend = await breakStorage(page, /^log readwrite$/)
  await type()
  await warning.waitFor()
  expect(await answer('入場OK').count()).toBe(0)
  expect(await axeFinds(page)).toEqual([])
  // In the log, which covers the scan result.
  await page.getByRole('button', { name: /^オンライン/ }).click()
  const log = page.getByRole('dialog', { name: 'この端末の受付の記録' })
  await log.getByRole('button', { name: '取り消す' }).click()
  await log.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await mend()
  await type()
  await answer('使用済み').waitFor()
  expect(await warning.count()).toBe(0)
})

it('resumes syncing after its storage was temporarily unavailable', async () => {
  const { page } = await openAtWork('鐘の入口')
  const mend = await breakStorage(page, /./)
  const offline = page.getByRole('button', { name: /^オフラインで受付中/ })
  await runUntil(page, GATE_SYNC_MS, () => offline.isVisible())
  await mend()
  const online = page.getByRole('button', { name: /^オンライン/ })
  await runUntil(page, GATE_SYNC_MS, () => online.isVisible())
})

it('opens its storage on a retry after it was full at first', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await page.addInitScript(() => {
    const real = IDBFactory.prototype.open
    IDBFactory.prototype.open = function open(name, version) {
      const request = real.call(this, name, version)
      if (name !== 'room.gate') return request
      IDBFactory.prototype.open = real
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      return request
    }
  })
  await page.goto(`${server.url}/gate`)
  await page.getByRole('heading', { name: '受付を始められませんでした' }).waitFor()
  await press(page, 'もう一度試す')
  await isLeft(page)
})

it('warns of an outdated list, and keeps one stored code reader (40)', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  await openInvite(page, await invite('雨の入口', { from: 1, to: 50 }))
  await isReady(page)
  const warning = page.getByText('一覧が古くなっています', { exact: false })
  expect(await warning.count()).toBe(0)
  // Hours later, with the sync blocked, and after a new build of the app.
  await page.route('**/gate/*/{bundle,log}', (route) => route.abort())
  await page.evaluate(async (ms) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('room.gate'))
    const tx = db.transaction(['gates', 'files'], 'readwrite')
    const [gates, files] = [tx.objectStore('gates'), tx.objectStore('files')]
    for (const gate of await done(gates.getAll()))
      gates.put({ ...gate, checkedAt: gate.checkedAt - ms })
    files.clear()
    files.put(new ArrayBuffer(1), '/assets/before.wasm')
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
    db.close()
  }, BUNDLE_STALE_MS)
  await page.reload()
  await warning.waitFor()
  expect(await axeFinds(page)).toEqual([])
  const files = async () => (await storedOn(page)).databases['room.gate']!.files!
  await expect
    .poll(async () => (await files()).filter((key) => typeof key === 'string'))
    .toEqual([expect.stringMatching(/^\/assets\/.+\.wasm$/)])
  expect(await files()).not.toContain('/assets/before.wasm')
})

it('accepts the list of a restored backup, whose epochs are lower', async () => {
  const context = await openContext(browser, { viewport: PHONE })
  const { page } = await openPage(context)
  // Plans that the backup does not contain.
  const { id: gid } = await owner(door.createGate, {
    params,
    body: { name: '北の入口', range: null },
  })
  await owner(door.revokeGate, { params: { ...params, gid } })
  await openInvite(page, await invite('雲の入口', { from: 1, to: 50 }))
  await isReady(page)
  await page.getByText('0 / 1').waitFor()
  await page.goto('about:blank')
  await server.kill()
  const db = new Sqlite(join(server.dataDir, 'room.sqlite'))
  db.prepare('update digital_ticket set plan_epoch = 1, title = ? where id = ?').run(
    '控えの星見会',
    params.id,
  )
  db.prepare('update gate set epoch = 0, held = ? where digital_ticket_id = ?').run('[]', params.id)
  db.close()
  server = await startServer({ PORT: port }, server.dataDir)
  await page.goto(`${server.url}/gate`)
  await page.getByText('控えの星見会').waitFor()
})
