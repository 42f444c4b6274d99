import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { matchPrecache } from 'workbox-precaching'
import { defined } from '#contract/lib/defined.ts'
import { clockForWorker, offsetIn } from '#pwa/lib/clock/worker-clock.ts'
import { knowDeviceZone } from '#pwa/lib/format.ts'
import { paintAfter, soon, withBody } from '../shell-response.ts'
import { FirstTicket } from './FirstTicket.tsx'
import { heldTicket } from './held.ts'

knowDeviceZone()

/** The ticket id in the path of a ticket page; null for any other path. */
export const ticketIn = (path: string): string | null =>
  path.match(/^\/account\/ticketbox\/ticket\/([\w-]+)$/)?.[1] ?? null

const PRE_HYDRATION = /<script async[^>]*><\/script>/
/** The script and style sheets of the app. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="stylesheet"[^>]*>/g
const STYLE = '/first-ticket.css'
const POLICY = 'content-security-policy'

/**
 * The app shell with the ticket rendered into it from IndexedDB: on a slow phone the app takes seconds to start, and
 * its user stands at a door. `pre-hydration.js` loads the app once the ticket is painted, and removes the ticket when
 * the app shows it. The style is inlined, as a style sheet would be another request that blocks rendering. The response
 * is streamed: its head is sent while the ticket is being rendered.
 */
export async function withTicket(shell: Response, id: string): Promise<Response> {
  const drawn = soon(draw(id))
  const [html, style] = await Promise.all([
    shell.clone().text(),
    matchPrecache(STYLE).then((response) => response?.text()),
  ])
  if (!style) return shell
  const nonce = crypto.randomUUID()
  const styled = `${paintAfter('root')}<style nonce="${nonce}">${style}</style>`
  const app = [...html.matchAll(APP)].join('')
  const preHydration = html.match(PRE_HYDRATION)?.[0] ?? ''
  const [head, root] = html
    .replace(APP, '')
    .replace(PRE_HYDRATION, () => styled)
    .split(/(?=<div id="root">)/)
  // Also without a ticket: `pre-hydration.js` loads the style sheets from the template in the right order.
  const rest = drawn.then(
    (ticket) => `${ticket ?? ''}<template id="app">${app}</template>${preHydration}${root}`,
  )
  const page = withBody(shell, inTurn([defined(head, 'the head'), rest]))
  allowStyle(nonce, page.headers)
  return page
}

/** The ticket as HTML; null if this device has no valid one. */
async function draw(id: string) {
  const clock = clockForWorker()
  // Corrected to the server's clock, as the phone's may be wrong.
  const nowMs = clock.then((stored) => Date.now() + offsetIn(stored, Date.now()))
  const ticket = await heldTicket(id, nowMs)
  return ticket && renderToString(createElement(FirstTicket, { ...ticket, clock: await clock }))
}

const inTurn = (texts: (string | Promise<string>)[]) =>
  new ReadableStream<Uint8Array>({
    async start(page) {
      const encoder = new TextEncoder()
      for (const text of texts) page.enqueue(encoder.encode(await text))
      page.close()
    },
  })

/** Adds the nonce of the inlined style to the CSP. */
function allowStyle(nonce: string, headers: Headers) {
  const policy = headers.get(POLICY)
  if (policy) headers.set(POLICY, policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`))
}
