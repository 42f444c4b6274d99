import { Hono } from 'hono'
import type { World } from '../core/answer.ts'
import type { Deliverer } from '../webhooks/deliver.ts'
import { assets } from './assets.ts'
import { answerChallenge, challengePage } from './challenge-page.ts'
import { answerOnboarding, onboardingPage } from './onboarding.ts'
import { answerVoucher, voucherPage } from './voucher-page.ts'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Public pages; the URL itself is the secret. */
export function pageRoutes(world: World, deliverer: Deliverer) {
  const pages = new Hono()
  pages.use('/challenge/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  pages.use('/onboarding/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  pages.use('/voucher/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  pages.get('/assets/:file', (c) => {
    const asset = assets[c.req.param('file')]
    return asset ? c.body(asset.text, 200, { 'content-type': asset.type }) : c.notFound()
  })
  pages.get('/challenge/:id', (c) => {
    const page = challengePage(world, c.req.param('id'))
    return page ? c.html(page) : c.notFound()
  })
  pages.post('/challenge/:id', async (c) => {
    const { outcome, framed } = await c.req.parseBody()
    if (outcome !== 'authenticated' && outcome !== 'failed') return c.text('outcome?', 400)
    const shown = answerChallenge(world, c.req.param('id'), outcome, framed === '1')
    deliverer.wake()
    if (!shown) return c.notFound()
    return 'to' in shown ? c.redirect(shown.to, 303) : c.html(shown.show)
  })
  pages.get('/voucher/:id', (c) => {
    const page = voucherPage(world, c.req.param('id'))
    return page ? c.html(page) : c.notFound()
  })
  pages.post('/voucher/:id', async (c) => {
    const { outcome } = await c.req.parseBody()
    if (outcome !== 'paid' && outcome !== 'expired') return c.text('outcome?', 400)
    const page = answerVoucher(world, c.req.param('id'), outcome)
    deliverer.wake()
    return page ? c.html(page) : c.notFound()
  })
  pages.get('/onboarding/:id', (c) => {
    const shown = onboardingPage(world, c.req.param('id'))
    if (!shown) return c.notFound()
    return 'to' in shown ? c.redirect(shown.to, 303) : c.html(shown.show)
  })
  pages.post('/onboarding/:id', async (c) => {
    const { outcome } = await c.req.parseBody()
    const shown = answerOnboarding(world, c.req.param('id'), String(outcome))
    deliverer.wake()
    if (!shown) return c.notFound()
    return 'to' in shown ? c.redirect(shown.to, 303) : c.html(shown.show)
  })
  return pages
}
