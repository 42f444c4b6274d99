import { expect, it } from 'vitest'
import { openContext, openPage, PHONE } from '../../browser.ts'
import { ownSite } from '../../own-site.ts'

/** An unused port: the server's calls to the provider fail. */
const NOBODY = 'http://127.0.0.1:9'
const own = ownSite({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_madeup',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_madeup',
  STRIPE_WEBHOOK_SECRET: 'whsec_madeup',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_madeup_too',
  STRIPE_API_BASE: NOBODY,
})

type Kind = 'script' | 'iframe' | 'fetch'
const ALLOWED: [Kind, string][] = [
  ['script', 'https://js.stripe.com/endive/stripe.js'],
  ['script', 'https://b.js.stripe.com/v3/part.js'],
  ['script', 'https://m-7.b.js.stripe.com/v3/part.js'],
  ['iframe', 'https://js.stripe.com/v3/controller.html'],
  ['iframe', 'https://b.js.stripe.com/v3/elements.html'],
  ['iframe', 'https://hooks.stripe.com/3d_secure_2/hosted'],
  ['fetch', 'https://api.stripe.com/v1/elements/sessions'],
  ['fetch', 'https://files.stripe.com/v1/files'],
]
const BLOCKED: [Kind, string][] = [
  ['script', 'https://hooks.stripe.com/script.js'],
  ['script', 'https://js.stripe.com.example.com/stripe.js'],
  ['script', 'https://js.example.com/stripe.js'],
  ['script', 'https://stripe.com/script.js'],
  ['iframe', 'https://example.com/frame.html'],
  ['iframe', 'https://dashboard.stripe.com/login'],
  ['fetch', 'https://js.stripe.com/v3/told'],
  ['fetch', 'https://example.com/told'],
]

it('the Content-Security-Policy allows every script, frame and call of the real provider, and of no other site', async () => {
  const context = await openContext(own.browser, { viewport: PHONE })
  const requests: string[] = []
  // All external requests are answered here: none leaves this machine.
  await context.route(
    (url) => url.origin !== new URL(own.server.url).origin,
    async (route) => {
      requests.push(route.request().url())
      const headers = { 'access-control-allow-origin': '*' }
      const isScript = route.request().resourceType() === 'script'
      const contentType = isScript ? 'text/javascript' : 'text/html'
      await route.fulfill({ status: 200, headers, contentType, body: '' })
    },
  )
  const { page } = await openPage(context)
  await page.goto(own.server.url)
  await page.evaluate(
    async (resources) => {
      const put = (element: HTMLScriptElement | HTMLIFrameElement, src: string) =>
        new Promise((resolve) => {
          Object.assign(element, { src, onload: resolve, onerror: resolve })
          document.body.append(element)
        })
      for (const [kind, url] of resources)
        if (kind === 'fetch') await fetch(url).catch(() => null)
        else await put(document.createElement(kind), url)
    },
    [...BLOCKED, ...ALLOWED],
  )
  // Requests that the policy blocks are never sent.
  expect(requests.filter((url) => /stripe|example/.test(url))).toEqual(
    ALLOWED.map(([, url]) => url),
  )
})
