import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
/** The folders and files that a server runs from. */
const PARTS = ['server', 'scripts', 'pwa', 'public', 'dist', 'package.json', 'package-lock.json']
const NAMED = /[\w-]+(?=\.(?:js|css|svg|wasm)\b)/g
const SAYS_SO = '<meta name="build" content="next">'

/**
 * Creates the next release in a folder of its own: all lazily loaded files have other names. Returns the folder, and
 * the function that deletes it.
 */
export function makeNextBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'room-next-'))
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  for (const part of ['vite.config.ts', 'node_modules'])
    symlinkSync(join(ROOT, part), join(folder, part))
  renameAll(join(folder, 'dist'))
  // Newer than its sources, so that it is not built again.
  const now = new Date()
  utimesSync(join(folder, 'dist/.built'), now, now)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function renameAll(dist: string) {
  // Compressed copies would contain the old names.
  for (const copy of globSync(join(dist, 'pwa/**/*.{br,gz}'))) rmSync(copy)
  const files = globSync(join(dist, 'pwa/assets/**/*.*'))
  const names = new Map(files.map((file) => [nameOf(file), reversed(nameOf(file))]))
  const renamed = (text: string) => text.replace(NAMED, (name) => names.get(name) ?? name)
  const texts = globSync(join(dist, '{pwa,ssr}/**/*.{js,css,html,json}'))
  for (const file of [...texts, join(dist, 'pwa/.vite/manifest.json')])
    writeFileSync(file, renamed(readFileSync(file, 'utf8')))
  for (const file of files) renameSync(file, join(dirname(file), renamed(basename(file))))

  const page = join(dist, 'pwa/index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', `<head>${SAYS_SO}`))
  const worker = join(dist, 'pwa/sw.js')
  // Precached files with stable names, such as the page itself, have new content.
  const revised = readFileSync(worker, 'utf8').replace(/revision":"\w{8}/g, 'revision":"00000000')
  writeFileSync(worker, revised)
}

const nameOf = (file: string) => basename(file).split('.')[0]!
const reversed = (name: string) => [...name].reverse().join('')
