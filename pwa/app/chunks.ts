import { matchPath } from 'react-router-dom'
import { layouts } from '#pwa/layouts/layouts.tsx'
import { routes } from './routes.ts'

const KEY = 'room.reloaded'
const AGAIN_MS = 1_000

/**
 * Chunks that are gone mean a new version: the page is loaded anew, once for all of them, and never again for one that is
 * gone after that, too.
 */
export function reloadOnceForLostChunks() {
  let isReloading = false
  window.addEventListener('vite:preloadError', (event) => {
    const lost = String(event.payload?.message)
    const known = sessionStorage.getItem(KEY) ?? ''
    // Without a network there is no newer version to be had, and a reload would lose the page.
    if (!navigator.onLine || known.includes(lost)) return
    sessionStorage.setItem(KEY, known + lost)
    event.preventDefault()
    if (!isReloading) void reloadOnceAnswered()
    isReloading = true
  })
}

/** While the server is started anew there is nothing to load: the browser would put a page of its own in the place of ours. */
async function reloadOnceAnswered() {
  const status = await fetch(location.href).then(
    (answer) => answer.status,
    () => 503,
  )
  if (status < 500) location.reload()
  else setTimeout(reloadOnceAnswered, AGAIN_MS)
}

/** The code of the page that stands in the URL, so that what the server wrote comes to life in one go. */
export async function preloadHere() {
  const found = routes.find(({ path }) => matchPath(path, location.pathname))
  if (found) await Promise.all([found.preload(), layouts[found.layout].preload()])
}
