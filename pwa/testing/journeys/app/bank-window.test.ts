import { expect, inject, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import type { Returned } from '#contract/http/types.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/payments/messages.ts'
import { apiAs } from '../../api.ts'
import { letIn, openContext, openPage, PHONE, sharedBrowser } from '../../browser.ts'
import { pay } from '../../checkout-form.ts'

const siteUrl = inject('siteUrl')
const FAN = 'fan@example.com'

/** A fake of the provider's script, which inserts the bank's window into the page above all non-modal content. */
const PROVIDER = `
window.Stripe = () => ({
  _registerWrapper() {},
  elements: () => ({}),
  confirmCardPayment: () => new Promise((done) => {
    const window_ = document.createElement('div')
    window_.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: white'
    const button = document.createElement('button')
    button.textContent = '認証をやめる'
    button.onclick = () => {
      window_.remove()
      done({ error: { type: 'card_error', message: 'no' } })
    }
    window_.append(button)
    document.body.append(window_)
  }),
})`

/** The answer to the start of a purchase: on the site of all journeys nothing is bought. */
const STARTED: Returned<typeof events.startJoin> = {
  paymentIntent: { id: 'pi_1', client_secret: 'pi_1_secret' },
  ownerId: 'acct_1',
  hold_expires_at: '2040-01-01T00:00:00.000Z',
  voucher: null,
}

it('keeps the bank’s window in the page usable, and returns to the form after it', async () => {
  const context = await openContext(await sharedBrowser(), {
    viewport: PHONE,
    // A site with the provider's keys allows its script in the CSP.
    bypassCSP: true,
  })
  const { page } = await openPage(context)
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: PROVIDER }),
  )
  await page.route('**/api/application/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    const payments = { ...config.payments, provider: 'stripe', publishable_key: 'pk_test_1' }
    await route.fulfill({ response, json: { ...config, payments } })
  })
  await page.route('**/event/join/pre', (route) =>
    route.fulfill({ headers: { 'x-request-id': 'A' }, json: STARTED }),
  )
  const fan = await apiAs(siteUrl, FAN)
  const { items } = await fan(events.listEvents, { query: { room: 'aoi', state: 'upcoming' } })
  const { id } = items.find(({ can, amount }) => can.buy && amount > 0)!
  await letIn(page, siteUrl, FAN)
  const target = `${siteUrl}/community/aoi/event/${id}`
  await page.goto(target)
  await page.getByRole('button', { name: 'チケットを購入する' }).click()
  const form = page.getByRole('dialog', { name: 'チケットの購入' })
  const isModal = () => form.evaluate((dialog) => dialog.matches(':modal'))
  await form.getByText('•••• 4242').waitFor()
  await pay(page)
  const bank = page.getByRole('button', { name: '認証をやめる' })
  await bank.waitFor()
  expect(await isModal()).toBe(false)
  // A tapped notification does not navigate away now.
  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'OPEN', url: '/news' } }),
    ),
  )
  await bank.click()
  await form.getByText(CARD_NOT_AUTHENTICATED).waitFor()
  expect(page.url()).toBe(target)
  expect(await isModal()).toBe(true)
  expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.goBack()
  await form.waitFor({ state: 'detached' })
  expect(page.url()).toBe(target)
})
