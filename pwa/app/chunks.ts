import { matchPath } from 'react-router-dom'
import { layouts } from '#pwa/layouts/layouts.tsx'
import { routes } from './routes.ts'

const KEY = 'room.reloaded'

/** A chunk that is gone means a new version: the page is loaded anew, but never twice in a row for the same one. */
export function reloadOnceForLostChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a network there is no newer version to be had, and a reload would lose the page.
    if (!navigator.onLine) return
    const lost = String(event.payload?.message)
    if (sessionStorage.getItem(KEY) === lost) return
    sessionStorage.setItem(KEY, lost)
    event.preventDefault()
    location.reload()
  })
}

/** The code of the page that stands in the URL, so that what the server wrote comes to life in one go. */
export async function preloadHere() {
  const found = routes.find(({ path }) => matchPath(path, location.pathname))
  if (found) await Promise.all([found.preload(), layouts[found.layout].preload()])
}
