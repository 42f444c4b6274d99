// @module-tag full
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { threads } from '#contract/threads/calls.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const GUEST = 'guest@example.com'
const FAN = 'fan@example.com'
const OWNER = 'owner@example.com'

interface Form {
  email: string
  path: string
  viewport: typeof PHONE
  /** Opens the form; returns its locator. */
  open: (page: Page) => Promise<Locator>
  /** The input by field label. */
  typed: Record<string, string>
  send: (form: Locator) => Promise<void>
  /** How many objects with this input exist. */
  found: (call: Caller) => Promise<number>
}
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()
const dialog = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}
const page = async (of: Page) => {
  await of.getByRole('button', { name: '変更を保存する' }).waitFor()
  return of.locator('form').first()
}

const FORMS: Record<string, Form> = {
  'a room that is opened': {
    email: GUEST,
    path: '/account/community',
    viewport: PHONE,
    async open(of) {
      await press(of, 'ルームを開く')
      return dialog(of)
    },
    typed: { ルーム名: 'よあけの台所', 説明: '朝ごはんの話をします。', 参加費: '0' },
    send: (form) => press(form, 'ルームを開く'),
    found: async (call) =>
      (await call(rooms.listRooms, { query: { search: 'よあけの台所' } })).items.length,
  },
  'a message to an owner': {
    email: FAN,
    path: '/community/aoi',
    viewport: PHONE,
    async open(of) {
      await press(of, 'その他')
      await of.getByRole('menuitem', { name: 'メッセージを送る' }).click()
      return dialog(of)
    },
    typed: { メッセージ: '一度だけのメッセージ' },
    send: (form) => press(form, '送る'),
    found: async (call) => {
      const { items } = await call(inbox.listConversations, {})
      const { id } = items.find(({ last_text }) => last_text === '一度だけのメッセージ')!
      const { messages } = await call(inbox.getConversation, { params: { id } })
      return messages.filter(({ text }) => text === '一度だけのメッセージ').length
    },
  },
  'a room that is changed': {
    email: OWNER,
    path: '/community/aoi/setting',
    viewport: DESKTOP,
    open: page,
    typed: { ルーム名: '夜ふかし喫茶室（新）' },
    send: (form) => press(form, '変更を保存する'),
    found: async (call) =>
      Number(
        (await call(rooms.getRoom, { params: { id: 'aoi' } })).title === '夜ふかし喫茶室（新）',
      ),
  },
  'a profile': {
    email: FAN,
    path: '/haru/setting',
    viewport: PHONE,
    open: page,
    typed: { 自己紹介: '夜更かしの記録。' },
    send: (form) => press(form, '変更を保存する'),
    found: async (call) =>
      Number(
        (await call(account.getProfile, { params: { name: 'haru' } })).about === '夜更かしの記録。',
      ),
  },
  'a thread': {
    email: OWNER,
    path: '/community/aoi/talk',
    viewport: PHONE,
    async open(of) {
      await press(of, '新しいスレッド')
      return dialog(of)
    },
    typed: { タイトル: '一度だけのはなし', 本文: '電波の悪いところから。' },
    send: (form) => press(form, '投稿する'),
    found: async (call) => {
      const { items } = await call(threads.listThreads, { params: { roomid: 'aoi' } })
      return items.filter(({ title }) => title === '一度だけのはなし').length
    },
  },
  'an announcement': {
    email: OWNER,
    path: '/dashboard/room_member',
    viewport: DESKTOP,
    async open(of) {
      await press(of, '連絡を送る')
      return dialog(of)
    },
    typed: { タイトル: '一度だけの連絡', 本文: '八時に始めます。' },
    async send(form) {
      await press(form, '確認する')
      await press(form, '連絡を送る')
    },
    found: async (call) => {
      const { items } = await call(inbox.listConversations, {})
      return items.filter(({ title }) => title === '一度だけの連絡').length
    },
  },
  feedback: {
    email: GUEST,
    path: '/account/feedback',
    viewport: PHONE,
    async open(of) {
      await of.getByRole('button', { name: '送信する' }).waitFor()
      return of.locator('form').first()
    },
    typed: { 本文: '一度だけのご意見' },
    send: (form) => press(form, '送信する'),
    async found() {
      const engine = openSqlite(join(site.server.dataDir, 'room.sqlite'))
      const rows = await engine.db
        .selectFrom('feedback')
        .select('id')
        .where('text', '=', '一度だけのご意見')
        .execute()
      await engine.close()
      return rows.length
    },
  },
}

it.each(Object.keys(FORMS))(
  '%s keeps its input while offline and after a server error, and creates one object despite a lost response',
  async (name) => {
    const { email, path, viewport, open, typed, send, found } = FORMS[name]!
    const { page: of, context } = await openAs(site, email, path, viewport)
    const form = await open(of)
    for (const [label, text] of Object.entries(typed))
      await form.getByLabel(label).first().fill(text)
    const failed = form.getByRole('alert')
    /** Submits; expects a visible error and the unchanged input. */
    async function fail() {
      await send(form)
      await failed.waitFor()
      await expect
        .poll(async () => {
          const { y, height } = (await failed.boundingBox())!
          return y >= 0 && y + height <= viewport.height
        })
        .toBe(true)
      for (const [label, text] of Object.entries(typed))
        expect(await form.getByLabel(label).first().inputValue()).toBe(text)
    }
    await context.setOffline(true)
    await fail()
    expect(await axeFinds(of)).toEqual([])
    await context.setOffline(false)

    let answers: 'failing' | 'lost' | 'as it is' = 'failing'
    await of.route(/\/api\//, async (route) => {
      if (route.request().method() === 'GET' || answers === 'as it is') return route.continue()
      if (answers === 'failing')
        return route.fulfill({ status: 500, json: { message: RETRY_LATER } })
      await route.fetch()
      return route.abort()
    })
    await fail()
    answers = 'lost'
    await fail()
    answers = 'as it is'
    await send(form)
    await failed.waitFor({ state: 'detached' })
    const call = await apiAs(site.server.url, email)
    await expect.poll(() => found(call)).toBe(1)
  },
)
