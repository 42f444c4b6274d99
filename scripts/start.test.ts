import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')

/** Our scripts in a tree with everything installed and built. */
function tree(): string {
  const root = mkdtempSync(join(tmpdir(), 'room-serve-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['start.mjs', 'prepare.mjs', 'sandbox.mjs', 'steps.mjs', 'toolchain.mjs'])
    cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name))
  symlinkSync(join(ROOT, 'server'), join(root, 'server'))
  for (const path of ['pwa/a', 'public/a', 'scripts/build.ts', 'vite.config.ts', 'dist/.built']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  writeFileSync(join(root, 'package-lock.json'), lock)
  writeFileSync(join(root, 'scripts/bundle.ts'), '')
  mkdirSync(join(root, 'dist/server'))
  for (const name of readdirSync(join(ROOT, 'dist/server')).filter((name) => name.endsWith('.js')))
    symlinkSync(join(ROOT, 'dist/server', name), join(root, 'dist/server', name))
  // After its sources.
  writeFileSync(join(root, 'dist/server/.bundled'), '')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(
    join(root, 'node_modules/.room-installed'),
    `${createHash('sha256').update(lock).digest('hex')} start`,
  )
  return root
}

/** Runs `npm run serve` up to its first error. */
function serve(env: Record<string, string>, root = tree()) {
  return spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), '--production'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(root, 'data'), ...env },
    encoding: 'utf8',
    // In case it starts after all and does not end.
    timeout: 60_000,
  })
}

it('`npm run serve` requires the settings of a real site, also with DEMO set', () => {
  const { status, stdout, stderr } = serve({ DEMO: '1', PORT: '0', RTMP_PORT: '0' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Production needs SITE_URL, SMTP_URL, SELLER_NAME, SELLER_URL')
})

it('an IPv6 address as HOST gives valid internal URLs', { tags: 'full' }, () => {
  // The port is not opened: the machine may have no such address.
  const { status, stderr } = serve({ HOST: '::1', SANDBOX_PORT: '1' })
  expect(status).toBe(1)
  expect(stderr).toContain('Production needs SITE_URL')
})

it.each(['PORT', 'RTMP_PORT', 'SANDBOX_PORT'])(
  'a %s in use is reported before anything is installed, built or filled',
  async (name) => {
    const blocker = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void blocker.close())
    await once(blocker, 'listening')
    const port = String((blocker.address() as AddressInfo).port)
    const root = tree()
    rmSync(join(root, 'node_modules'), { recursive: true })
    const ports = { PORT: '0', RTMP_PORT: '0', SANDBOX_PORT: '0', [name]: port }
    const { status, stdout, stderr } = serve(ports, root)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(`^Room cannot start: port ${port} \\(${name}\\) is taken\\..*\\n$`),
    )
    expect([existsSync(join(root, 'node_modules')), existsSync(join(root, 'data'))]).toEqual([
      false,
      false,
    ])
  },
)

it('starts after the build although a browser has connected to the port meanwhile', async () => {
  const root = tree()
  const port = await freePort()
  const go = join(root, 'go')
  // The build ends once the connection is open.
  writeFileSync(
    join(root, 'scripts/build.ts'),
    `import { existsSync } from 'node:fs'
     setInterval(() => existsSync(${JSON.stringify(go)}) && process.exit(), 10)`,
  )
  rmSync(join(root, 'dist/.built'))
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--production'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(root, 'data'),
      PORT: String(port),
      RTMP_PORT: '0',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [building] = await once(child.stderr, 'data')
  expect(String(building)).toContain('Building the app')
  const browser = connect(port, '127.0.0.1')
  onTestFinished(() => void browser.destroy())
  browser.on('error', () => {})
  await once(browser, 'connect')
  writeFileSync(go, '')
  const [status] = await once(child, 'exit')
  expect(status).toBe(1)
})
