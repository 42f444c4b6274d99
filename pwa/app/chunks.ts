import { matchPath } from 'react-router-dom'
import { layouts } from '#pwa/layouts/layouts.tsx'
import { routes } from './routes.ts'

const KEY = 'room.reloaded'
const AGAIN_MS = 1_000

/**
 * A chunk that cannot be loaded means that a new version was deployed: reloads the page once. A chunk that is still
 * missing after the reload causes no second one.
 */
export function reloadOnceForLostChunks() {
  let isReloading = false
  window.addEventListener('vite:preloadError', (event) => {
    const lost = String(event.payload?.message)
    const known = sessionStorage.getItem(KEY) ?? ''
    // Offline a reload would lose the page.
    if (!navigator.onLine || known.includes(lost)) return
    sessionStorage.setItem(KEY, known + lost)
    event.preventDefault()
    if (!isReloading) void reloadOnceAnswered()
    isReloading = true
  })
}

/** Waits until the server answers: a reload during its restart would show the browser's error page. */
async function reloadOnceAnswered() {
  const status = await fetch(location.href).then(
    (answer) => answer.status,
    () => 503,
  )
  if (status < 500) location.reload()
  else setTimeout(reloadOnceAnswered, AGAIN_MS)
}

/** Preloads the code of the current page and its layout, so that hydration does not suspend. */
export async function preloadHere() {
  const match = routes.find(({ path }) => matchPath(path, location.pathname))
  if (match) await Promise.all([match.preload(), layouts[match.layout].preload()])
}
