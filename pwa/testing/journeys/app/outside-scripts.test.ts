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
  ...Object.fromEntries(
    [
      'PROJECT_ID',
      'CLIENT_EMAIL',
      'PRIVATE_KEY',
      'API_KEY',
      'APP_ID',
      'SENDER_ID',
      'VAPID_KEY',
    ].map((name) => [`FIREBASE_${name}`, 'madeup']),
  ),
  X_CLIENT_ID: 'madeup',
  X_CLIENT_SECRET: 'madeup',
  LINE_CLIENT_ID: 'madeup',
  LINE_CLIENT_SECRET: 'madeup',
})

type Kind = 'script' | 'iframe' | 'img' | 'fetch'
const ALLOWED: [Kind, string][] = [
  ['script', 'https://js.stripe.com/endive/stripe.js'],
  ['script', 'https://b.js.stripe.com/v3/part.js'],
  ['script', 'https://m-7.b.js.stripe.com/v3/part.js'],
  ['iframe', 'https://js.stripe.com/v3/controller.html'],
  ['iframe', 'https://b.js.stripe.com/v3/elements.html'],
  ['iframe', 'https://hooks.stripe.com/3d_secure_2/hosted'],
  ['fetch', 'https://api.stripe.com/v1/elements/sessions'],
  ['fetch', 'https://files.stripe.com/v1/files'],
  ['fetch', 'https://firebaseinstallations.googleapis.com/v1/projects/madeup/installations'],
  ['fetch', 'https://fcmregistrations.googleapis.com/v1/projects/madeup/registrations'],
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
  // Firebase's code is part of ours, and nothing is measured by it.
  ['script', 'https://www.gstatic.com/firebasejs/12.0.0/firebase-messaging.js'],
  ['script', 'https://firebaseinstallations.googleapis.com/script.js'],
  ['fetch', 'https://firebaselogging.googleapis.com/v0cc/log'],
  ['fetch', 'https://www.google-analytics.com/g/collect'],
  // X and LINE are pages that a login opens, and no part of ours.
  ['script', 'https://platform.twitter.com/widgets.js'],
  ['script', 'https://static.line-scdn.net/liff/edge/2/sdk.js'],
  ['iframe', 'https://x.com/i/oauth2/authorize'],
  ['iframe', 'https://access.line.me/oauth2/v2.1/authorize'],
  ['fetch', 'https://api.x.com/2/users/me'],
  ['fetch', 'https://api.line.me/oauth2/v2.1/token'],
  ['img', 'https://pbs.twimg.com/profile_images/face.jpg'],
  ['img', 'https://profile.line-scdn.net/face'],
]

it('the Content-Security-Policy allows every script, frame and call of the real services, and of no other site', async () => {
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
      const put = (element: HTMLElement, src: string) =>
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
  expect(requests).toEqual(ALLOWED.map(([, url]) => url))
})
