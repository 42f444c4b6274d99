import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { door } from '#contract/door/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, openContext, openPage, PHONE } from '../../browser.ts'
import { makeCamera } from '../../camera.ts'
import { storedOn, waitForWorker } from '../../device.ts'
import { createEvening, delayed } from '../../evening.ts'
import { ownSite } from '../../own-site.ts'
import { openPhone, type Phone } from '../../phone.ts'

const site = ownSite()
const MINUTE = 60_000
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

let params: { roomid: string; id: string }
/** The ids of the tickets of haru (001) and sora (002). */
let ticketIds: Record<'fan' | 'guest', string>
let owner: Caller
beforeAll(async () => {
  const evening = await createEvening(
    site.server.url,
    { title: '地下室の朗読会', venue: '灯ホール 地下1階' },
    ['fan@example.com', 'guest@example.com'],
  )
  const [fan, guest] = evening.ticketIds
  ;({ owner, params } = evening)
  ticketIds = { fan: fan!, guest: guest! }
})
const phones: Phone[] = []
afterAll(() => Promise.all(phones.map((phone) => phone.discard())))

const invite = async (name: string, range: { from: number; to: number } | null) =>
  (await owner(door.createGate, { params, body: { name, range } })).invite_url

/** A staff phone at its gate, prepared for offline use. */
async function openGatePhone(invitation: string) {
  const camera = makeCamera()
  await camera.showNothing()
  const phone = await openPhone(undefined, { flags: camera.flags })
  phones.push(phone)
  await phone.page.goto(invitation)
  await press(phone.page, 'この端末で受付をする')
  await phone.page.getByText('電波のない場所でも受け付けられます').waitFor()
  await waitForWorker(phone.page)
  expect(new URL(phone.page.url()).hash).toBe('')
  return { phone, camera }
}

const answer = (page: Page) => page.getByRole('alert').getByRole('heading')

/** Opens the camera with this picture before it; returns the scan result. */
async function look({ phone, camera }: Awaited<ReturnType<typeof openGatePhone>>, picture: Buffer) {
  await camera.show(picture)
  await press(phone.page, '受付を始める')
  await answer(phone.page).waitFor()
  const text = await answer(phone.page).textContent()
  return text
}
/** Waits until the camera has delivered this many frames. */
const looked = (page: Page, times: number) =>
  page.locator('video').evaluate(
    (video: HTMLVideoElement, times) =>
      new Promise<void>((resolve) => {
        const next = (left: number) =>
          left === 0 ? resolve() : video.requestVideoFrameCallback(() => next(left - 1))
        next(times)
      }),
    times,
  )
const stop = (page: Page) => press(page, '受付を終える')

/** Restarted after an empty battery: the gate works from the stored data. */
async function restartOffline(gate: { phone: Phone }) {
  phones.splice(phones.indexOf(gate.phone), 1)
  gate.phone = await gate.phone.restart()
  phones.push(gate.phone)
  await gate.phone.context.setOffline(true)
  await gate.phone.page.goto(`${site.server.url}/gate`)
  await gate.phone.page.getByText('電波のない場所でも受け付けられます').waitFor()
}

/** The phone of the fan, which has opened this ticket. */
async function openTicket(id: string) {
  const fan = await openPhone()
  phones.push(fan)
  await letIn(fan.page, site.server.url, 'fan@example.com')
  await fan.page.goto(`${site.server.url}/account/ticketbox/ticket/${id}`)
  await fan.page.getByText('スクリーンショットでは入場できません').waitFor()
  return fan
}

it('admits a ticket once by the camera, with both phones offline', async () => {
  const fields = { title: '中庭の朗読会', venue: '灯ホール 中庭' }
  const evening = await createEvening(site.server.url, fields, ['fan@example.com'])
  const { owner, params } = evening
  const body = { name: '中庭の入口', range: null }
  const gate = await openGatePhone((await owner(door.createGate, { params, body })).invite_url)
  const fan = await openTicket(evening.ticketIds[0]!)
  for (const { context } of [gate.phone, fan]) await context.setOffline(true)
  await restartOffline(gate)
  expect(await look(gate, await delayed(fan.page))).toBe('入場OK')
  await stop(gate.phone.page)
  expect(await look(gate, await delayed(fan.page))).toBe('使用済み')
  await stop(gate.phone.page)
  await gate.phone.context.setOffline(false)
  const report = () => owner(door.getDoorReport, { params })
  await expect.poll(report).toMatchObject({ entered: 1, doubles: [] })
})

it('admits by a ticket on paper after a look at the name, and then no more by the phone', {
  tags: 'full',
}, async () => {
  const fields = { title: '屋上の朗読会', venue: '灯ホール 屋上' }
  const evening = await createEvening(site.server.url, fields, ['fan@example.com'])
  const { owner, params } = evening
  const body = { name: '屋上の入口', range: null }
  const gate = await openGatePhone((await owner(door.createGate, { params, body })).invite_url)
  const fan = await openTicket(evening.ticketIds[0]!)
  await press(fan.page, '紙のチケットを用意する')
  expect(await axeFinds(fan.page)).toEqual([])
  await fan.page.getByLabel('氏名').fill('佐藤 千晴')
  await press(fan.page, /^用意する$/)
  const sheet = fan.page.frameLocator('iframe')
  await sheet.getByText('佐藤 千晴').waitFor()
  const paper = await sheet.locator('body').screenshot()
  await press(fan.page, '閉じる')
  await fan.page.getByText('佐藤 千晴 様の名前で用意してあります').waitFor()
  await restartOffline(gate)
  const { page } = gate.phone
  expect(await look(gate, paper)).toBe('要本人確認')
  await page.getByText('氏名が「佐藤 千晴」であることをご確認ください').waitFor()
  await press(page, '確認して入場させる')
  await stop(page)
  expect(await look(gate, await delayed(fan.page))).toBe('使用済み')
})

it('admits people by one phone’s camera and another’s screen, with all phones offline', {
  tags: 'full',
}, async () => {
  const a = await openGatePhone(await invite('A入口', { from: 1, to: 1 }))
  const b = await openGatePhone(await invite('B入口', null))
  // Gate A learns that 002 and the rest belong to gate B.
  await a.phone.page.reload()
  const waiting = async () =>
    (await owner(door.listGates, { params })).map(({ waits_for }) => waits_for)
  await expect.poll(waiting).toEqual([[], []])

  const fan = await openTicket(ticketIds.fan)
  for (const { phone } of [a, b]) await phone.context.setOffline(true)
  await fan.context.setOffline(true)
  await restartOffline(a)

  // First at the wrong gate, which shows the right one for the number.
  const picture = await delayed(fan.page)
  expect(await look(b, picture)).toBe('別の入口へ')
  await b.phone.page.getByText('「A入口」へご案内ください').waitFor()
  expect(await axeFinds(b.phone.page)).toEqual([])
  await stop(b.phone.page)

  expect(await look(a, await delayed(fan.page))).toBe('入場OK')
  await a.phone.page.getByText('1/ 2 入場').waitFor()
  // Undone with the code still before the camera: it is not admitted again.
  await press(a.phone.page, '入場を取り消す')
  await a.phone.page.getByRole('heading', { name: '取り消しました' }).waitFor()
  await looked(a.phone.page, 10)
  expect(await answer(a.phone.page).textContent()).toBe('取り消しました')
  await a.phone.page.getByText('0/ 2 入場').waitFor()
  await stop(a.phone.page)
  expect(await look(a, await delayed(fan.page))).toBe('入場OK')
  await a.phone.page.getByRole('button', { name: /オフラインで受付中.*未送信 3件/ }).waitFor()
  // Last, as it stops the page for seconds, after which the camera reports the code before it as another scan.
  expect(await axeFinds(a.phone.page)).toEqual([])
  await stop(a.phone.page)

  // The same picture three minutes later, at a gate that has not admitted it (39).
  await b.phone.page.clock.install({ time: Date.now() + 3 * MINUTE })
  await b.phone.page.reload()
  expect(await look(b, picture)).toBe('無効')
  await stop(b.phone.page)
  // Again at its own gate, offline.
  const again = await look(a, await delayed(fan.page))
  expect(again).toBe('使用済み')
  await stop(a.phone.page)

  // Staff at B admit the holder by override, which is logged.
  await b.phone.page.clock.setSystemTime(Date.now())
  await b.phone.page.reload()
  expect(await look(b, await delayed(fan.page))).toBe('別の入口へ')
  await press(b.phone.page, '係員の判断で入場させる')
  await b.phone.page.getByText('係員の判断で入場しました').waitFor()

  for (const { phone } of [a, b]) await phone.context.setOffline(false)
  await vi.waitFor(async () => {
    const report = await owner(door.getDoorReport, { params })
    expect(report).toMatchObject({ entered: 1, overrides: 1, copied: [], ended: [] })
    expect(report.doubles).toHaveLength(1)
  })
  const { doubles } = await owner(door.getDoorReport, { params })
  expect(doubles[0]!.entries.map(({ gate, did }) => [gate, did])).toEqual([
    ['A入口', 'admit'],
    ['B入口', 'override'],
  ])
})

it('readmits holders by their code if the owner permits re-entry, and shows the used ticket as used', {
  tags: 'full',
}, async () => {
  const fields = { title: '屋上の朗読会', venue: '灯ホール 屋上', reentry: 1 }
  const evening = await createEvening(site.server.url, fields, ['fan@example.com'])
  const { owner, params } = evening
  const body = { name: '屋上の入口', range: null }
  const gate = await openGatePhone((await owner(door.createGate, { params, body })).invite_url)
  const fan = await openTicket(evening.ticketIds[0]!)
  expect(await look(gate, await delayed(fan.page))).toBe('入場OK')
  await stop(gate.phone.page)
  const report = () => owner(door.getDoorReport, { params })
  await expect.poll(report).toMatchObject({ entered: 1 })

  await fan.page.reload()
  const stamp = fan.page.getByRole('img', { name: /屋上の入口から入場しました/ })
  await stamp.waitFor()
  const number = fan.page.getByText('A 001', { exact: true })
  const [stamped, printed] = await Promise.all([stamp.boundingBox(), number.boundingBox()])
  expect(stamped!.y).toBeGreaterThanOrEqual(printed!.y + printed!.height)
  expect(await fan.page.locator('#root [data-code]').count()).toBe(0)
  await fan.page.setViewportSize({ width: 320, height: 640 })
  const again = fan.page.getByRole('button', { name: '再入場のコードを表示する' })
  const boxes = [again, again.locator('..')].map((part) => part.boundingBox())
  const [inner, slip] = await Promise.all(boxes)
  expect(inner!.x + inner!.width, 'sticks out of its slip').toBeLessThan(slip!.x + slip!.width - 8)
  await fan.page.setViewportSize(PHONE)
  await press(fan.page, '再入場のコードを表示する')
  const picture = await delayed(fan.page)
  expect(await axeFinds(fan.page)).toEqual([])
  expect(await stamp.isVisible()).toBe(true)
  expect(await look(gate, picture)).toBe('使用済み')
  await press(gate.phone.page, '再入場させる')
  await gate.phone.page.getByRole('heading', { name: '再入場OK' }).waitFor()
  await expect.poll(report).toMatchObject({ entered: 1, reentries: 1, doubles: [] })
  await fan.page.goto(`${site.server.url}/account/ticketbox`)
  await fan.page.getByRole('link', { name: /屋上の朗読会.*再入場できます/ }).waitFor()
})

it('admits by typed numbers, undoes an admission, and shows the holder’s name', {
  tags: 'full',
}, async () => {
  const context = await openContext(site.browser, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  const { page, complaints } = await openPage(context)
  await page.goto(await invite('C入口', { from: 2, to: 9 }))
  await press(page, 'この端末で受付をする')
  // Gate B's phone still holds these numbers, so the owner revokes it.
  const gates = await owner(door.listGates, { params })
  const b = gates.find(({ name }) => name === 'B入口')
  if (b) await owner(door.revokeGate, { params: { ...params, gid: b.id } })
  await page.getByText('電波のない場所でも').waitFor()
  await page.reload()
  await page.getByText('2〜9').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '受付を始める')
  // This browser has no camera.
  await page.getByText('整理番号を入力して受け付けてください').waitFor()
  const type = async (number: string) => {
    await press(page, '整理番号を入力')
    // The number input has the focus at once, as there is a queue.
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.getByLabel('整理番号', { exact: true }).waitFor({ state: 'hidden' })
  }
  await press(page, '整理番号を入力')
  await press(page, 'チケットを確認する')
  await page.getByText('整理番号を入力してください').waitFor()
  const field = page.getByLabel('整理番号', { exact: true })
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')
  await type('a2')
  await page.getByRole('heading', { name: '要本人確認' }).waitFor()
  await page.getByText('青木 そら 様').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '確認して入場させる')
  await page.getByRole('heading', { name: '入場OK' }).waitFor()
  // The pressed button is gone: a screen reader's focus moves to the result.
  await page.getByRole('alert').locator(':focus').waitFor()
  await type('a2')
  await page.getByRole('heading', { name: '使用済み' }).waitFor()
  // A double press gives one result.
  await press(page, '整理番号を入力')
  await page.getByLabel('整理番号', { exact: true }).fill('77')
  await page.getByRole('button', { name: 'チケットを確認する' }).dblclick()
  await page.getByRole('heading', { name: '無効' }).waitFor()
  await press(page, /オンライン/)
  const log = page.getByRole('dialog', { name: 'この端末の受付の記録' })
  expect(await axeFinds(page)).toEqual([])
  await expect.poll(() => log.getByText('不明なコード').count()).toBe(1)
  await log.getByRole('button', { name: '取り消す' }).click()
  await log.getByText('入場を取り消し').waitFor()
  await press(page, 'いま同期する')
  await log.getByText('すべての記録を送りました').waitFor()
  const guest = await apiAs(site.server.url, 'guest@example.com')
  const issued = await guest(tickets.getIssued, { params: { id: ticketIds.guest } })
  expect(issued).toMatchObject({ status: 'valid', used_at: null })
  // Names are shown, but not stored.
  const { text } = await storedOn(page)
  expect(text).toContain('A 002')
  for (const name of ['青木', 'そら', '佐藤', '千晴', 'sora', 'haru'])
    expect(text).not.toContain(name)
  expect(complaints).toEqual([])
})
