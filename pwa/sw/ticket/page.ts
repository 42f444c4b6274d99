import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { matchPrecache } from 'workbox-precaching'
import { FirstTicket } from './FirstTicket.tsx'
import { heldTicket } from './held.ts'

/** Of the page that the app draws; null for every other. */
export const ticketIn = (path: string): string | null =>
  path.match(/^\/account\/ticketbox\/ticket\/([\w-]+)$/)?.[1] ?? null

/** Whoever waits at a door waits for no slow disk: the app comes all the same. */
const SLOWEST_MS = 500
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLE = '/first-ticket.css'
const POLICY = 'content-security-policy'
const LOOKS = /<link rel="stylesheet"[^>]*>/g

/**
 * The app's shell with the ticket already in it, drawn from what this device holds: an app takes seconds to come to
 * life on a slow phone, and somebody stands at a door. `early.js` starts the app once this is on the screen, and takes
 * it away when the app shows the same. How it looks stands in the page itself: a file of its own would be asked for
 * once more, and all would wait for it.
 */
export async function withTicket(shell: Response, id: string): Promise<Response> {
  const [html, style, held] = await Promise.all([
    shell.clone().text(),
    matchPrecache(STYLE).then((kept) => kept?.text()),
    soon(heldTicket(id, Date.now())),
  ])
  if (!held || !style || !ENTRY.test(html)) return shell
  const first = renderToString(createElement(FirstTicket, held))
  const looks = html.match(LOOKS)?.join('') ?? ''
  const nonce = crypto.randomUUID()
  const written = html
    .replace(LOOKS, '')
    .replace(ENTRY, '<link rel="modulepreload" crossorigin href="$1" id="app" />')
    .replace('<script async', () => `<style nonce="${nonce}">${style}</style><script async`)
    // What follows the ticket does not hold it back.
    .replace('<div id="root">', (root) => first + looks + root)
  const { status, headers } = shell
  return new Response(written, { status, headers: allowing(nonce, headers) })
}

/** Of another page than the shell, and with this one style besides the files of ours. */
function allowing(nonce: string, headers: Headers): Headers {
  const same = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) same.delete(name)
  const policy = same.get(POLICY)
  if (policy) same.set(POLICY, policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`))
  return same
}

const soon = <T>(work: Promise<T | null>) =>
  Promise.race([
    work.catch((error: unknown) => {
      console.warn(error)
      return null
    }),
    new Promise<null>((done) => setTimeout(done, SLOWEST_MS, null)),
  ])
