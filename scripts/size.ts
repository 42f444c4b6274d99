import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, Chunk>

const BUILT = 'dist/pwa'
/** The maximum size of the home page's first load, in kB (1,000 bytes) brotli. */
const BUDGET = { js: 105, css: 15 }
/** The same for the scripts of other pages to which links lead: what one does not need gets into its files unnoticed. */
const LINKED: Record<string, number> = {
  'pages/EventPage.tsx': 170,
  'pages/LoginPage.tsx': 150,
  'pages/ResultsPage.tsx': 165,
  'pages/RoomPage.tsx': 165,
  'pages/RoomTicketPage.tsx': 175,
  'pages/SignupPage.tsx': 150,
}
/** Libraries loaded on demand, which must not be in the home page's first load. */
const LAZY = /stripe|firebase|hls\.js|qr-code-styling|lean-qr|cborg|uplot|recharts|zxing|zod/i

/** Hashed file names, which may contain such a word by chance. */
const FILE = /\/[\w-]{7}\.(js|css)\b/g
export const isHeavy = (source: string) => LAZY.test(source.replace(FILE, ''))

/** The files of a first visit to a page: its own chunks and all of their imports. */
export function firstLoad(manifest: Manifest, page: string) {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || js.has(chunk.file)) return
    js.add(chunk.file)
    for (const style of chunk.css ?? []) css.add(style)
    chunk.imports?.forEach(visit)
  }
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry) visit(entry)
  visit(page)
  return { js: [...js], css: [...css] }
}

const DESK = 'pages/AdminPage.tsx'

/** Pages whose code is not precached, so that they do not open offline; those of operators need the server anyway. */
export const missingOffline = (manifest: Manifest) =>
  Object.keys(manifest).filter(
    (key) =>
      /^(pages|layouts)\/(?!admin\/|Admin)/.test(key) &&
      firstLoad(manifest, key).js.some((file) => file.startsWith('assets/rare/')),
  )

/** Whether visitors' service workers fetch the operators' desk, too. */
export const isDeskPrecached = (manifest: Manifest) =>
  !manifest[DESK]?.file.startsWith('assets/rare/')

function compressed(file: string): number {
  try {
    return statSync(join(BUILT, `${file}.br`)).size
  } catch {
    return statSync(join(BUILT, file)).size // Too small for compression.
  }
}

const kB = (files: string[]) => files.reduce((sum, file) => sum + compressed(file), 0) / 1_000

function report(): boolean {
  const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Manifest
  const pages = Object.keys(manifest).filter((key) => key.startsWith('pages/'))
  for (const page of pages.sort()) {
    const { js, css } = firstLoad(manifest, page)
    console.error(
      `${page.padEnd(36)} ${kB(js).toFixed(1).padStart(6)} kB JS ${kB(css).toFixed(1).padStart(5)} kB CSS`,
    )
  }
  const home = firstLoad(manifest, 'pages/HomePage.tsx')
  const heavy = home.js.filter((file) => isHeavy(readFileSync(join(BUILT, file), 'utf8')))
  if (heavy.length > 0)
    console.error(`the home page loads code that must be lazy: ${heavy.join(', ')}`)
  const missing = missingOffline(manifest)
  if (missing.length > 0) console.error(`not precached: ${missing.join(', ')}`)
  if (isDeskPrecached(manifest)) console.error(`precached: ${DESK}`)
  const large = Object.entries(LINKED).filter(
    ([page, max]) => !manifest[page] || kB(firstLoad(manifest, page).js) > max,
  )
  for (const [page, max] of large) console.error(`over ${max} kB, or gone: ${page}`)
  return (
    !isDeskPrecached(manifest) &&
    missing.length + heavy.length + large.length === 0 &&
    kB(home.js) <= BUDGET.js &&
    kB(home.css) <= BUDGET.css
  )
}

if (import.meta.main && !report()) {
  console.error(`the limits for the home page: ${BUDGET.js} kB JS, ${BUDGET.css} kB CSS`)
  process.exitCode = 1
}
