// @module-tag full
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { SHARE_FIELDS, SHARE_PATH } from '#contract/site/share-target.ts'
import { threads } from '#contract/threads/calls.ts'
import { picture } from '#server/testing/files.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, letIn, logIn, openContext, openPage, PHONE } from '../../browser.ts'
import { ownSite } from '../../own-site.ts'

const site = ownSite()
const OWNER = 'owner@example.com'
const FAN = 'fan@example.com'
const TITLE = '冬の朗読会のこと'
const LINK = 'https://example.com/winter'

let page: Page
let complaints: string[]
beforeEach(async () => {
  const context = await openContext(site.browser, { viewport: PHONE, serviceWorkers: 'allow' })
  ;({ page, complaints } = await openPage(context))
  await page.goto(site.server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})

/** Posts what another app shares, as the system does. */
async function share(picture: Uint8Array | null) {
  const texts = { [SHARE_FIELDS.title]: TITLE, [SHARE_FIELDS.url]: LINK }
  const file = picture && [...picture]
  await page.evaluate(
    ({ action, texts, file, name }) => {
      const form = document.createElement('form')
      Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' })
      for (const [name, value] of Object.entries(texts))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      const files = Object.assign(document.createElement('input'), { name, type: 'file' })
      if (file) {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(file)], 'IMG_1.png', { type: 'image/png' }))
        files.files = transfer.files
        form.append(files)
      }
      document.body.append(form)
      form.submit()
    },
    { action: SHARE_PATH, texts, file, name: SHARE_FIELDS.files },
  )
}
const nothing = () => page.getByRole('heading', { name: '共有された内容はありません' })
const room = () => page.getByRole('button', { name: /夜ふかし喫茶室/ })

it('a shared link with a picture waits for a login, and becomes a thread with a press', async () => {
  await share(await picture(400, 300))
  await page.waitForURL('**/login*')
  await logIn(page, site.server.url, OWNER)
  await page.waitForURL(`**${SHARE_PATH}`)
  await page.getByText(TITLE).waitFor()
  await page.getByRole('img', { name: '1枚目の画像' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await room().click()
  const panel = page.getByRole('dialog', { name: '新しいスレッド' })
  expect(await panel.getByLabel('タイトル').inputValue()).toBe(TITLE)
  expect(await panel.getByLabel('本文').inputValue()).toBe(LINK)
  await panel.getByRole('img', { name: '1枚目の画像' }).waitFor()
  await panel.getByRole('button', { name: '投稿する' }).click()
  await page.waitForURL('**/community/aoi/talk/*')
  const params = { roomid: 'aoi', threadid: new URL(page.url()).pathname.split('/').at(-1)! }
  const thread = await (await apiAs(site.server.url, OWNER))(threads.getThread, { params })
  expect(thread).toMatchObject({ title: TITLE, text: LINK })
  expect(thread.images).toHaveLength(1)
  await page.goto(site.server.url + SHARE_PATH)
  await nothing().waitFor()
  expect(complaints).toEqual([])
})

it('shared content goes with a press, and with a logout', async () => {
  await letIn(page, site.server.url, OWNER)
  await share(null)
  await room().waitFor()
  await page.getByRole('button', { name: '共有をやめる' }).click()
  await nothing().waitFor()
  await share(null)
  await room().waitFor()
  await page.goto(`${site.server.url}/account`)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.waitForURL(`${site.server.url}/`)
  await letIn(page, site.server.url, OWNER)
  await page.goto(site.server.url + SHARE_PATH)
  await nothing().waitFor()
})

it('shared content tells those without a room where they can write', async () => {
  await letIn(page, site.server.url, FAN)
  await share(null)
  await page.getByText('スレッドを書けるのは、ルームのオーナーとモデレーターです').waitFor()
  expect(await room().count()).toBe(0)
})
