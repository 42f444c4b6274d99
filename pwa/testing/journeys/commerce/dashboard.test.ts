import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { axeFinds, letIn, openContext, openPage, SCREENS, sharedBrowser } from '../../browser.ts'

const siteUrl = inject('siteUrl')

async function openDashboard(viewport: { width: number; height: number }) {
  const context = await openContext(await sharedBrowser(), { viewport })
  const opened = await openPage(context)
  await letIn(opened.page, siteUrl, 'owner@example.com')
  await opened.page.goto(`${siteUrl}/dashboard`)
  return opened
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'オーナーページのメニュー' })

it.each(SCREENS)(
  'leads an owner to every section, and to something new, on %s',
  async (_, size) => {
    const { page, complaints } = await openDashboard(size)
    for (const section of ['マイルーム', 'イベント', '電子チケット', 'メンバー', '収益化']) {
      await menu(page).getByRole('link', { name: section, exact: true }).click()
      await page.getByRole('heading', { name: section, level: 1 }).waitFor()
    }
    await page.getByRole('button', { name: '新しく作る' }).click()
    await page.getByRole('menuitem', { name: 'イベントを作成する' }).click()
    const editor = page.getByRole('dialog', { name: 'イベントを作成' })
    await editor.waitFor()
    await editor.getByRole('button', { name: '閉じる' }).click()
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '新しく作る' }).click()
    await page.getByRole('menuitem', { name: 'スレッドを書く' }).click()
    await page.getByRole('dialog', { name: '新しいスレッド' }).waitFor()
    expect(complaints).toEqual([])
  },
)

it.each(SCREENS)(
  'compares periods, in pictures and in tables, on %s',
  { tags: 'full' },
  async (_, size) => {
    const { page, complaints } = await openDashboard(size)
    await page.getByText('前の30日間は', { exact: false }).waitFor()
    await page.getByRole('link', { name: '90日', exact: true }).click()
    await page.getByText('前の90日間は', { exact: false }).waitFor()
    expect(new URL(page.url()).search).toBe('?days=90')
    await page.getByRole('img', { name: /^売上。前の90日間 ¥/ }).waitFor()
    await page.getByText('表で見る（売上）').click()
    const table = page.getByRole('table', { name: '売上', exact: true })
    expect(await table.getByRole('row').count()).toBe(31)
    expect(await axeFinds(page)).toEqual([])
    // Printed: pictures with all their tables, and nothing to press around them.
    await page.emulateMedia({ media: 'print' })
    const joined = page.getByRole('table', { name: '参加した方', exact: true })
    expect(await joined.getByRole('row').count()).toBe(31)
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(1)
    expect(complaints).toEqual([])
  },
)
