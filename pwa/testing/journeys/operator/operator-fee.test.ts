// @module-tag full
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inbox } from '#contract/inbox/calls.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const OWNER = 'owner@example.com'
const REASON = '配信の設備を増やすため'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function fill(page: Page, fields: Record<string, string>, button: string) {
  const sheet = page.getByRole('dialog')
  for (const [name, text] of Object.entries(fields)) await sheet.getByLabel(name).fill(text)
  await sheet.getByRole('button', { name: button, exact: true }).click()
  return sheet
}

it.each(SCREENS.map(([screen, own]) => [screen, own, own === PHONE ? DESKTOP : PHONE] as const))(
  'plans a new fee on %s and withdraws it: the owner sees both and is notified of both',
  async (_, adminSize, ownerSize) => {
    const call = await apiAs(site.server.url, OWNER)
    const feeMessages = async () =>
      (await call(inbox.listConversations, { query: {} })).items.filter(({ title }) =>
        title.startsWith('サービス手数料'),
      ).length
    const before = await feeMessages()
    const admin = await openAs(site, 'admin@example.com', '/admin/money', adminSize)
    await admin.page.getByLabel('パスワード', { exact: true }).fill('password')
    await press(admin.page, '運営デスクを開く')
    await press(admin.page, '手数料を変更する')
    // An invalid fee is refused with a message, and the input stays.
    const invalid = { 'サービス手数料（%）': '80', 理由: REASON }
    const sheet = await fill(admin.page, invalid, '変更を予定する')
    await sheet.getByText('サービス手数料は、2〜50の整数（%）で入力してください').waitFor()
    expect(await axeFinds(admin.page)).toEqual([])
    await fill(admin.page, { 'サービス手数料（%）': '12' }, '変更を予定する')
    await sheet.waitFor({ state: 'detached' })
    const card = admin.page.getByLabel('サービス手数料', { exact: true })
    await card.getByText(/から、売上の12%$/).waitFor()
    await card.getByText('売上の10%').waitFor()
    expect(await axeFinds(admin.page)).toEqual([])

    const owner = await openAs(site, OWNER, '/dashboard/monetization', ownerSize)
    await owner.page.getByText(/から、サービス手数料が12%になります。$/).waitFor()
    await owner.page.getByText(/^売上の10%/).waitFor()
    expect(await axeFinds(owner.page)).toEqual([])
    await expect.poll(feeMessages).toBe(before + 1)
    await owner.page.goto(`${site.server.url}/account/message`)
    await owner.page.getByText('サービス手数料の変更のお知らせ').first().waitFor()

    await press(admin.page, '予定を取り消す')
    const off = await fill(admin.page, { 理由: '時期を見直すため' }, '予定を取り消す')
    await off.waitFor({ state: 'detached' })
    await admin.page.getByText('変更の予定はありません').waitFor()
    await admin.page.getByRole('listitem').filter({ hasText: '取り消し' }).first().waitFor()
    await expect.poll(feeMessages).toBe(before + 2)
    await owner.page.goto(`${site.server.url}/dashboard/monetization`)
    await owner.page.getByText(/^売上の10%/).waitFor()
    expect(await owner.page.getByText('手数料の変更', { exact: true }).count()).toBe(0)
    await owner.page.goto(`${site.server.url}/account/message`)
    await owner.page.getByText('サービス手数料の変更を取りやめました').first().waitFor()

    await admin.page.goto(`${site.server.url}/admin/audit`)
    const actions = admin.page.getByRole('listitem')
    await actions.filter({ hasText: 'サービス手数料の変更を設定した' }).first().waitFor()
    await actions.filter({ hasText: 'サービス手数料の変更を取り消した' }).first().waitFor()
    expect(await axeFinds(admin.page)).toEqual([])
    expect(admin.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
    expect(owner.complaints).toEqual([])
  },
)
