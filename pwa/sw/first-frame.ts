import { readMemberDatabase } from '#pwa/lib/offline/database.ts'
import { type PageSnapshot, SNAPSHOT_MAX_MS, snapshotKey } from '#pwa/lib/page-snapshot.ts'
import { paintAfter, soon, withBody } from './shell-response.ts'

const END = 'end'
const ROOT = '<div id="root">'
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/

/**
 * The app shell with the page as its member last saw it: on a slow phone the app takes seconds to start. Its links work
 * at once, and the first render of the app replaces it.
 */
export async function withSnapshot(shell: Response, url: URL): Promise<Response> {
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
