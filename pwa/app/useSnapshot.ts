import { type QueryCacheNotifyEvent, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession, useSessionState } from '#pwa/lib/api/session.tsx'
import { type PageSnapshot, snapshotKey } from '#pwa/lib/page-snapshot.ts'
import { callsOf, needsAt, needsOfStream } from './member-needs.ts'
import { isModalOpen } from './when-free.ts'

/** After a change of a query, as others follow. */
const SETTLED_MS = 1_000
/** A page that asks again and again is not stored each time. */
const AGAIN_MS = 30_000
/** Parts that would show nothing without the app, or are over the page. */
const OVERLAYS = 'dialog, [popover], iframe, script, audio'

/** Stores a member's page as it is shown, for the first frame of its next start. */
export function useSnapshot() {
  const location = useLocation()
  const client = useQueryClient()
  const session = useSession()
  const state = useSessionState()
  const key = snapshotKey(location)
  const member = state.at === 'member' ? state.user.id : null
  useEffect(() => {
    if (key === null || member === null) return
    const take = () => {
      const shown = isComplete(client) ? takeSnapshot(document) : null
      if (!shown) return false
      const needs = [...needsAt({ pathname: key, search: '' }), ...needsOfStream(key, client)]
      const calls = callsOf(needs)
      void session.device
        .offlineStore()
        .then((store) => store?.putSnapshot(member, key, { ...shown, calls }))
        .catch(console.warn)
      return true
    }
    return whenSettled(client, take)
  }, [key, member, client, session])
}

/**
 * Calls `take` once the page is complete, again when it has changed, and when it is hidden. Returns the end. What is
 * answered for the first time is taken soon: the page has a new part then, as when a stream begins.
 */
function whenSettled(client: QueryClient, take: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextMs = 0
  const takeSettled = () => {
    timer = undefined
    if (take()) nextMs = Date.now() + AGAIN_MS
  }
  // Changes do not put it off: a page that asks again and again would never be stored.
  const changed = (change?: QueryCacheNotifyEvent) => {
    if (change && isFirstAnswer(change)) {
      clearTimeout(timer)
      timer = undefined
      nextMs = 0
    }
    timer ??= setTimeout(takeSettled, Math.max(SETTLED_MS, nextMs - Date.now()))
  }
  const hidden = () => document.visibilityState === 'hidden' && take()
  changed()
  const end = client.getQueryCache().subscribe(changed)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    clearTimeout(timer)
    end()
    document.removeEventListener('visibilitychange', hidden)
  }
}

const isFirstAnswer = (change: QueryCacheNotifyEvent) =>
  change.type === 'updated' &&
  change.action.type === 'success' &&
  change.query.state.dataUpdateCount === 1

/** Whether the page has all of its answers. */
const isComplete = (client: QueryClient) =>
  client.isFetching() === 0 &&
  !client
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && query.state.status === 'error')

/** The page as HTML; null while a part of it is loading or failed, or a dialog is open. */
export function takeSnapshot(page: Document): Omit<PageSnapshot, 'calls'> | null {
  const app = page.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const root = page.getElementById('root')
  if (!app || !root?.querySelector('h1') || isModalOpen()) return null
  if (root.querySelector('[data-coming], [role="alert"]')) return null
  // Of a document that loads nothing: a copy of a stream's `<video>` would load it again.
  const copy = document.implementation.createHTMLDocument().importNode(root, true)
  for (const overlay of copy.querySelectorAll(OVERLAYS)) overlay.remove()
  for (const part of copy.querySelectorAll('[data-unkept]')) part.replaceChildren()
  for (const field of copy.querySelectorAll<HTMLElement>('input, textarea, select')) empty(field)
  for (const video of copy.querySelectorAll('video')) video.replaceWith(posterOf(video))
  for (const image of copy.querySelectorAll('img[src^="blob:"]')) image.removeAttribute('src')
  return {
    app: pathOf(app.src),
    styles: [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) =>
      pathOf(href),
    ),
    look: { ...page.documentElement.dataset } as Record<string, string>,
    html: copy.innerHTML,
  }
}

/** Clears the field and makes it inert: text typed before the app has started would be lost. */
function empty(field: HTMLElement) {
  field.removeAttribute('value')
  if (field instanceof HTMLTextAreaElement) field.textContent = ''
  field.toggleAttribute('inert', true)
}

function posterOf(video: HTMLVideoElement): Node {
  const poster = video.getAttribute('poster')
  if (!poster) return video.ownerDocument.createTextNode('')
  return Object.assign(video.ownerDocument.createElement('img'), { src: pathOf(poster), alt: '' })
}

const pathOf = (url: string) => new URL(url, location.href).pathname
