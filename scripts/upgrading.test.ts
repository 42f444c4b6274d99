import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { isFull } from '#server/testing/names.ts'
import { blocksOf, FILLED, filledIn, read, root } from './guides.ts'

/** The full run installs from the registry and builds everything, in minutes; otherwise npm is faked by a link. */
const TIMEOUT_MS = isFull ? 900_000 : 120_000

const EXCLUDED = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage'])
/** The minimal build that a server needs. */
const QUICK_BUILD = `
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist/pwa/.vite', { recursive: true })
mkdirSync('dist/ssr')
writeFileSync('dist/pwa/index.html', '<head><title>Room</title><!--head--></head><body><!--app--><!--state--></body>')
writeFileSync('dist/pwa/.vite/manifest.json', '{}')
writeFileSync('dist/ssr/entry-server.js', 'export const render = () => ({ redirect: "/release.txt" })')
cpSync('public', 'dist/pwa', { recursive: true })
`
const BUILD = isFull ? read('scripts/build.ts') : QUICK_BUILD
const BROKEN_BUILD = "throw new Error('it does not build')\n"

/** Fakes of an administrator's commands. As with npm, `ci` first deletes node_modules. */
const COMMANDS = `
sudo() { shift 2; env "$@"; }
useradd() { :; }
install() { command install $(echo "$*" | sed 's/-[og] room//g'); }
systemctl() { echo "$*" >>"$MACHINE/asked"; case "$1" in restart) kill "$(cat "$MACHINE/pid")" ;; esac; }
`
const QUICK_NPM = `
npm() {
  case "$1" in
    ci) rm -rf node_modules && ln -s "${root}/node_modules" node_modules ;;
    # What is there belongs to this tree: nothing is taken out of it.
    run) [ "$2" = prune ] || { node scripts/build.ts && node scripts/bundle.ts; } ;;
  esac
}
`

/** All settings that a server of a real site requires. */
const SETTINGS = {
  ...FILLED,
  // Only on localhost may the (unreachable) provider be replaced.
  SITE_URL: 'http://localhost',
  FIREBASE_PRIVATE_KEY: '',
  SELLER_URL: 'https://room.example/legal',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_none_either',
}

/** A machine's folders, and a repository whose releases differ in `/release.txt`. */
function createCheckout() {
  const machine = realpathSync(mkdtempSync(join(tmpdir(), 'room-upgrading-')))
  onTestFinished(() => rmSync(machine, { recursive: true, force: true }))
  const repository = join(machine, 'repository')
  cpSync(root, repository, {
    recursive: true,
    filter: (path) => dirname(path) !== root || !EXCLUDED.has(basename(path)),
  })
  for (const folder of ['opt', 'etc/systemd/system', 'var/lib', 'var/backups'])
    mkdirSync(join(machine, folder), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=room', '-c', 'user.email=room@example.jp', ...args], {
      cwd: repository,
    })
  git('init', '--quiet')

  const here = (line: string) =>
    line
      .replaceAll('<this repository>', repository)
      .replace(/\/(opt|etc|var)\//g, `${machine}/$1/`)
      .replaceAll('/usr/bin/node', process.execPath)
  return {
    machine,
    repository,
    here,
    release(name: string, build = BUILD) {
      writeFileSync(join(repository, 'public/release.txt'), name)
      writeFileSync(join(repository, 'scripts/build.ts'), build)
      git('add', '--all')
      git('commit', '--quiet', '--message', name)
    },
    /** Returns the shell's exit code and error output. */
    async type(lines: string) {
      const shell = spawn('sh', ['-e'], {
        cwd: machine,
        env: {
          ...process.env,
          PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
          MACHINE: machine,
        },
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      shell.stdin.end(COMMANDS + (isFull ? '' : QUICK_NPM) + here(lines))
      const [stderr, [code]] = await Promise.all([text(shell.stderr), once(shell, 'exit')])
      return { code, stderr }
    },
    /** The calls of systemctl. */
    restarts: () =>
      existsSync(join(machine, 'asked'))
        ? readFileSync(join(machine, 'asked'), 'utf8').trim().split('\n')
        : [],
  }
}

/** Runs the systemd unit's command, and restarts it whenever it ends. */
async function supervise({ machine, here }: ReturnType<typeof createCheckout>) {
  const port = await freePort()
  let child: ChildProcess | null = null
  let isOver = false
  function start() {
    if (isOver) return
    const unit = here(readFileSync(join(machine, 'etc/systemd/system/room.service'), 'utf8'))
    const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
    const script = `set -a; . ${settingOf('EnvironmentFile')}; export ${settingOf('Environment')} PORT=${port} LOG_LEVEL=silent RATE_LIMITS=off STRIPE_API_BASE=http://127.0.0.1:1; exec ${settingOf('ExecStart')}`
    child = spawn('sh', ['-ec', script], {
      cwd: settingOf('WorkingDirectory'),
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(join(machine, 'pid'), String(child.pid))
    child.once('exit', start)
  }
  start()
  onTestFinished(async () => {
    isOver = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${await answer.text()}`
  }
  const pid = () => child!.pid
  return {
    read,
    pid,
    is: (name: string) =>
      vi.waitFor(async () => expect(await read('/release.txt')).toBe(`200 ${name}`)),
  }
}

const [install] = blocksOf('docs/running.md', 'One machine, with systemd')
const [upgrade, makeLink] = blocksOf('docs/running.md', 'Upgrading')

it('an upgrade by the guide’s commands works without downtime, also from a folder that is no link yet', {
  tags: 'full',
  timeout: TIMEOUT_MS,
}, async () => {
  const machine = createCheckout()
  machine.release('first')
  expect(await machine.type(install!)).toMatchObject({ code: 0 })
  writeFileSync(machine.here('/etc/room/env'), filledIn(SETTINGS))
  expect(realpathSync(machine.here('/opt/room'))).toBe(machine.here('/opt/room-first'))
  await machine.type('rm /opt/room && mv -T /opt/room-first /opt/room')
  const site = await supervise(machine)
  await site.is('first')
  const inFolder = site.pid()
  expect(await machine.type(makeLink!)).toMatchObject({ code: 0 })
  await vi.waitFor(() => expect(site.pid()).not.toBe(inFolder))
  await site.is('first')

  const old = site.pid()
  const before = machine.restarts()
  const isStartedAnew = () => machine.restarts().length === before.length + 2
  const answers: string[] = []
  const visiting = (async () => {
    for (;;)
      for (const path of ['/release.txt', '/pre-hydration.js', '/', '/api/application/room']) {
        const answer = await site.read(path).catch(String)
        // Requests may fail during the restart itself.
        if (isStartedAnew()) return
        answers.push(path === '/release.txt' ? answer : answer.slice(0, 3))
      }
  })()
  machine.release('broken', BROKEN_BUILD)
  expect((await machine.type(upgrade!)).code).not.toBe(0)
  expect(machine.restarts()).toEqual(before)
  await site.is('first')
  await machine.type('rm -r /opt/room-2*')

  writeFileSync(join(machine.repository, 'docs/running/room-other.timer'), '')
  machine.release('second')
  expect(await machine.type(upgrade!)).toMatchObject({ code: 0 })
  await visiting
  expect([...new Set(answers)].sort()).toEqual(['200', '200 first'])
  expect(machine.restarts().slice(before.length)).toEqual([
    'daemon-reload',
    'restart room room-ingest',
  ])
  await vi.waitFor(() => expect(site.pid()).not.toBe(old))
  await site.is('second')
  expect(existsSync(machine.here('/etc/systemd/system/room-other.timer'))).toBe(true)
})
