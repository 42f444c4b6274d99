// @module-tag full
import { expect, it } from 'vitest'
import { NAME_TAKEN } from '#contract/auth/messages.ts'
import { axeFinds, openContext, openPage, PHONE } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const own = ownSite()

it('changes the handle in the settings; all former URLs redirect to the new one', async () => {
  const { page, complaints } = await openAs(
    own,
    'owner@example.com',
    '/account/setting/account_config',
  )
  const name = page.getByLabel('新しいユーザー名')
  await name.fill('haru_')
  await page.getByRole('button', { name: 'ユーザー名を変更する' }).click()
  await page.getByText(NAME_TAKEN).first().waitFor()
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await axeFinds(page)).toEqual([])
  complaints.length = 0 // The browser logs the expected refusal.
  await name.fill('aoi_yoru')
  await page.keyboard.press('Enter')
  await page.getByText('ユーザー名を @aoi_yoru に変更しました').first().waitFor()
  await page.locator('main').getByText('@aoi_yoru', { exact: true }).waitFor()
  await page.goto(`${own.server.url}/community/aoi/event`)
  await page.waitForURL('**/community/aoi_yoru/event')
  expect(complaints).toEqual([])

  const moved = await fetch(`${own.server.url}/community/aoi/about?from=card`, {
    redirect: 'manual',
  })
  expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual(
    [301, '/community/aoi_yoru/about?from=card', 'private, no-cache'],
  )
  const context = await openContext(own.browser, { viewport: PHONE, serviceWorkers: 'allow' })
  const visitor = await openPage(context)
  for (const former of ['/aoi', '/yofukashi']) {
    await visitor.page.goto(own.server.url + former)
    await visitor.page.waitForURL('**/aoi_yoru')
  }
  // From here on the service worker answers navigations, without redirects of former names.
  await visitor.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  for (const former of ['/aoi', '/aoi/followers', '/community/aoi/talk']) {
    await visitor.page.goto(own.server.url + former)
    await visitor.page.waitForURL(`**${former.replace('aoi', 'aoi_yoru')}`)
  }
  expect(visitor.complaints).toEqual([])
})
