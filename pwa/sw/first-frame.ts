import { cachedMemberIds, readMemberDatabase } from '#pwa/lib/offline/database.ts'
import { type PageSnapshot, SNAPSHOT_MAX_MS, snapshotKey } from '#pwa/lib/page-snapshot.ts'
import { paintAfter, soon, withBody } from './shell-response.ts'

const END = 'end'
const ROOT = '<div id="root">'
/** The longest wait for the server: after it a visitor gets the shell. */
const WRITTEN_MS = 2_000
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/

/** The app shell, with the content of the page if there is any: on a slow phone the app takes seconds to start. */
export async function firstFrame(shell: Response, url: URL): Promise<Response> {
  const members = await soon(cachedMemberIds())
  if (members?.length === 0) return (await writtenPage(shell, url)) ?? shell
  return withSnapshot(shell, url)
}

/**
 * The page as the server renders it for visitors. Null if it is late or not of the shell's build: an error, the login of
 * a network, a newer build, which is offered as an update.
 */
export async function writtenPage(shell: Response, url: URL): Promise<Response | null> {
  const options = { redirect: 'manual', signal: AbortSignal.timeout(WRITTEN_MS) } as const
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' }, ...options })
    const [page, own] = await Promise.all([response.text(), shell.clone().text()])
    const [, src] = APP.exec(own) ?? []
    return src !== undefined && APP.exec(page)?.[1] === src ? withBody(response, page) : null
  } catch {
    return null
  }
}

/** With the page as its member last saw it. Its links work at once, and the first render of the app replaces it. */
async function withSnapshot(shell: Response, url: URL): Promise<Response> {
  const key = snapshotKey(url)
  const snapshot = key && (await soon(readSnapshot(key)))
  return snapshot ? withBody(shell, insertSnapshot(await shell.clone().text(), snapshot)) : shell
}

/**
 * Inserts the snapshot if it is of the same build. `pre-hydration.js` sends the page's calls, and runs the app
 * from the template once the snapshot is painted.
 */
export function insertSnapshot(
  shell: string,
  { app, styles, calls, look, html }: PageSnapshot,
): string {
  const [script, src] = APP.exec(shell) ?? []
  if (script === undefined || src !== app) return shell
  const sheets = styles
    .filter((href) => !shell.includes(`href="${href}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${href}">`)
  const preload = `<link rel="modulepreload" href="${src}">`
  const template = `<template id="app" data-reads="${escaped(JSON.stringify({ calls }))}">${script}</template>`
  const data = Object.entries({ ...look, snapshot: '' }).map(
    ([name, value]) => ` data-${name}="${escaped(value)}"`,
  )
  return shell
    .replace('<html', (html) => html + data.join(''))
    .replace(script, preload)
    .replace('</head>', (end) => paintAfter(END) + sheets.join('') + end)
    .replace(ROOT, (root) => root + html)
    .replace('</body>', (end) => `${template}<i id="${END}" hidden></i>${end}`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The snapshot of the member of this device; null if there is none. */
const readSnapshot = (key: string) =>
  readMemberDatabase(async (db) => {
    const kept = await db.get('snapshots', key)
    return kept && Date.now() - kept.at < SNAPSHOT_MAX_MS ? kept.value : null
  })
