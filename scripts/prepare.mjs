// Plain JavaScript for any Node from 20 on: it runs before packages are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')
const NODE = 26
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

/** A step's line is open: other output starts on a new line. */
let openLine = false

export function say(text) {
  console.error(openLine ? `\n${text}` : text)
  openLine = false
}

/**
 * Begins a step with a line of output that shows its seconds; the returned function ends it. On a terminal shows a
 * bar of `progress` (0 to 1).
 */
export function begin(name, progress = () => null) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const { stderr } = process
  stderr.write(`${name} … `)
  openLine = true
  const redraw = () =>
    stderr.write(`\r\x1b[K${name} … ${bar(progress(), startedAt)} ${seconds()} s`)
  const timer = stderr.isTTY ? setInterval(redraw, BAR_MS) : null
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    const line = stderr.isTTY ? `\r\x1b[K${name} … ` : openLine ? '' : `${name} … `
    openLine = false
    stderr.write(`${line}${seconds()} s\n`)
  }
}

const BAR_MS = 200
const BAR_CELLS = 24
/** Filled to `part`; a moving block if the progress is unknown. */
function bar(part, startedAt) {
  const at = Math.floor((Date.now() - startedAt) / BAR_MS) % BAR_CELLS
  const isFull = (cell) => (part === null ? cell === at : cell < part * BAR_CELLS)
  return Array.from({ length: BAR_CELLS }, (_, cell) => (isFull(cell) ? '█' : '░')).join('')
}

/** Exits with a message and no stack trace, for a cause outside of our code. */
export function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}

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
  const plan = planInstall(existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '', lock, purpose)
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
  const { packages = {} } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const wanted = Object.entries(packages)
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

/** The Node that runs our TypeScript: the host's if it is new enough, else the installed package's. */
export function node() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= NODE ? process.execPath : join(ROOT, 'node_modules/.bin/node')
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

/**
 * Node options of our servers: a larger young generation, so that fewer short-lived objects reach the old one. With 300
 * connections a server holds 186 MB instead of 230 MB; its CPU per request differs by no more than runs do.
 */
export const ROOMY = ['--max-semi-space-size=16']

/** The environment with our tools and their Node first in PATH. */
export function environment() {
  const bin = join(ROOT, 'node_modules/.bin')
  return {
    // The compile cache makes later starts faster and smaller.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    ...process.env,
    PATH: [join(node(), '..'), bin, process.env.PATH].join(delimiter),
  }
}

/** Runs a command; throws if it fails. Its output goes to standard error. */
export function run(command, args, { env = environment() } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    )
  })
}

/** The same without output, which the error has as `output`. */
export async function runQuietly(command, args) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      output += part
    })
  const [code] = await once(child, 'close').catch((error) => [error.message])
  if (code !== 0)
    throw Object.assign(new Error(`${command} ${args[0]} ended with ${code}`), { output })
}
