// Installs and builds what is missing. Plain JavaScript for any Node from 20 on: it runs before packages are installed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { begin, giveUp, say } from './steps.mjs'
import { NODE, node, ROOT, runQuietly } from './toolchain.mjs'

const STAMP = join(ROOT, 'node_modules/.room-installed')
const BUILT = join(ROOT, 'dist/.built')
const BUNDLED = join(ROOT, 'dist/server/.bundled')
/** The sources of the server's bundle. */
const SERVER_SOURCES = ['server', 'scripts/bundle.ts', 'package-lock.json']
/** The sources of the PWA. */
const SOURCES = [
  'pwa',
  'public',
  'server/contract',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** npm's options per purpose: `npm start` installs what builds and runs the site, tests add their own tools. */
const OMITTED = { start: ['--omit=dev'], tests: [] }
const QUIET = ['--prefer-offline', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
/** The number of lines of npm's error output that are shown. */
const MAX_REASON_LINES = 6

/**
 * npm's arguments, given the content of STAMP; null if nothing is missing. Packages for tests are added without
 * replacing any, as a server may be running from the folder.
 */
export function planInstall(stamp, lock, purpose) {
  const [installed, installedFor] = stamp.split(' ')
  if (installed !== lock) return ['ci', ...OMITTED[purpose]]
  if (installedFor === 'tests' || installedFor === purpose) return null
  return ['install', '--no-save']
}

/** Installs the lock file's packages for this purpose, unless they are installed. */
export async function install(purpose = 'tests') {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : stampOfNpm(lock)
  const plan = planInstall(stamp, lock, purpose)
  if (!plan) return
  const name = plan[0] === 'ci' ? 'Installing packages' : 'Installing what only tests need'
  const end = begin(name, installedShare(purpose))
  try {
    await runQuietly(NPM, [...plan, ...QUIET])
  } catch ({ output = '', message }) {
    end()
    giveUp(
      `The packages could not be installed. npm says:\n${reasonOf(output) || `  ${message}`}\n` +
        'See that the registry can be reached and the disk has room, and try again.',
    )
  }
  dropUnread()
  end()
  if (!existsSync(node()))
    giveUp(
      `Room runs on Node ${NODE}. This is ${process.versions.node}, and the registry has no other for ` +
        `${process.platform} ${process.arch}: install one from https://nodejs.org`,
    )
  writeFileSync(STAMP, `${lock} ${purpose}`)
}

/** The stamp for packages that npm installed without this program; empty if some are missing. */
function stampOfNpm(lock) {
  const listing = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(listing)) return ''
  const purpose = purposeOf(packagesIn(join(ROOT, 'package-lock.json')), packagesIn(listing))
  return purpose ? `${lock} ${purpose}` : ''
}

const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {}

/** What the installed packages suffice for; null: not even for `start`. Both are in the form of npm's lock files. */
export function purposeOf(locked, installed) {
  const missing = Object.entries(locked).filter(
    ([path, { version, optional }]) => path && !optional && installed[path]?.version !== version,
  )
  if (missing.length === 0) return 'tests'
  return missing.every(([, { dev }]) => dev) ? 'start' : null
}

/** npm's error output, without the path of its log. */
const reasonOf = (output) =>
  output
    .split('\n')
    .filter((line) => /^npm error (?!code|errno|syscall|A complete log)\S/.test(line))
    .slice(0, MAX_REASON_LINES)
    .map((line) => `  ${line.replace(/^npm error /, '')}`)
    .join('\n')

/** The installed share of the lock file's packages. Optional ones of other platforms are ignored. */
function installedShare(purpose) {
  const wanted = Object.entries(packagesIn(join(ROOT, 'package-lock.json')))
    .filter(([path, { dev, optional }]) => path && !optional && (purpose === 'tests' || !dev))
    .map(([path]) => join(ROOT, path, 'package.json'))
  return () => wanted.filter((path) => existsSync(path)).length / Math.max(1, wanted.length)
}

/** Deletes unused parts of packages, a fifth of the size: C headers and source maps. */
function dropUnread() {
  const packages = join(ROOT, 'node_modules')
  const listOf = (folder) => (existsSync(folder) ? readdirSync(folder) : [])
  const unread = [
    ...listOf(packages)
      .filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
      .map((name) => join(packages, name, 'include')),
    ...['firebase', 'hls.js/dist'].flatMap((folder) =>
      listOf(join(packages, folder))
        .filter((name) => name.endsWith('.map'))
        .map((name) => join(packages, folder, name)),
    ),
  ]
  for (const path of unread) rmSync(path, { recursive: true, force: true })
}

/**
 * For programs beside a site: leaves a complete tree as it is, however it was installed. A server runs from it, and
 * the caller may not be permitted to write there.
 */
export async function installMissing() {
  const { dependencies, buildDependencies = [] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const isThere = (name) => existsSync(join(ROOT, 'node_modules', name, 'package.json'))
  const needed = Object.keys(dependencies).filter((name) => !buildDependencies.includes(name))
  if (needed.every(isThere) && existsSync(node())) return
  await install('start')
}

/** Builds the PWA, and bundles the server, when a source is newer than the last build. */
export async function build() {
  if (isStale(BUILT, SOURCES)) await buildWith('scripts/build.ts', 'the app')
  await bundle()
}

/** Bundles the server alone. */
export async function bundle() {
  if (isStale(BUNDLED, SERVER_SOURCES)) await buildWith('scripts/bundle.ts', 'the server')
}

const isStale = (built, sources) => !existsSync(built) || newest(sources) >= statSync(built).mtimeMs

async function buildWith(program, what) {
  const end = begin(`Building ${what}`)
  try {
    await runQuietly(node(), [program])
  } catch ({ output, message }) {
    say(output)
    throw new Error(`the build of ${what} failed: ${message}`)
  } finally {
    end()
  }
}

/** The bundle of a process: `main`, `ingest` or `sandbox`. */
export const bundleOf = (name) => join(ROOT, 'dist/server', `${name}.js`)

/** Tests are no sources: a changed test must not trigger a build under running sites. */
const isOfTests = (path) =>
  /\.test\.tsx?$/.test(path) || [join('pwa', 'testing'), join('server', 'testing')].includes(path)

const newest = (paths) =>
  Math.max(
    ...paths.map((path) => {
      if (isOfTests(path)) return 0
      const full = join(ROOT, path)
      const stats = statSync(full)
      return stats.isDirectory()
        ? Math.max(stats.mtimeMs, newest(readdirSync(full).map((name) => join(path, name))))
        : stats.mtimeMs
    }),
    0,
  )
