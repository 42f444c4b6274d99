// Plain JavaScript for any Node from 20 on: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')
const NODE = 26
const STAMP = join(ROOT, 'node_modules/.room-installed')
const BUILT = join(ROOT, 'dist/.built')
/** What the PWA is made of. */
const SOURCES = [
  'pwa',
  'public',
  'server/contract',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
]

export const say = (text) => console.error(text)

/** Installs what the lock file names, unless it is there already. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  say('Installing packages …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(STAMP, lock)
}

/**
 * The same for programs beside a site: a tree in which everything is that they need stays as it is, by whomever and
 * however it was installed. A server runs from it, and whoever asks may not be allowed to write there.
 */
export async function installMissing() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const isThere = (name) => existsSync(join(ROOT, 'node_modules', name, 'package.json'))
  if (Object.keys(dependencies).every(isThere) && existsSync(node())) return
  await install()
}

/** The Node that runs our TypeScript: the host's where it is new enough, else the one that npm installed. */
export function node() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= NODE ? process.execPath : join(ROOT, 'node_modules/node/bin/node')
}

/** Builds the PWA when a source is newer than the last build. */
export async function build() {
  if (existsSync(BUILT) && newest(SOURCES) < statSync(BUILT).mtimeMs) return
  say('Building the app …')
  await run(node(), ['scripts/build.ts'])
}

const newest = (paths) =>
  Math.max(
    ...paths.map((path) => {
      const full = join(ROOT, path)
      const found = statSync(full)
      return found.isDirectory()
        ? Math.max(found.mtimeMs, newest(readdirSync(full).map((name) => join(path, name))))
        : found.mtimeMs
    }),
    0,
  )

/**
 * How our servers run, before the name of the script: room for what lives a moment. More is quicker still, and is
 * missing in memory when the house is full.
 */
export const ROOMY = ['--max-semi-space-size=16']

/** Our tools first in PATH, and with them the Node that runs them. */
export function environment() {
  const bin = join(ROOT, 'node_modules/.bin')
  return {
    // What Node compiled once it need not compile again: later starts are quicker and smaller.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    ...process.env,
    PATH: [join(node(), '..'), bin, process.env.PATH].join(delimiter),
  }
}

/** Runs a command to its end; throws when it fails. Its output goes to standard error. */
export function run(command, args, { env = environment() } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] })
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    )
  })
}
