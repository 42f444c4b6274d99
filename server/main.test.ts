import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleOf, PROGRAM_ENV } from '#server/testing/program.ts'
import { migrate } from './db/migrate.ts'
import { openSqlite } from './db/sqlite.ts'
import { addRow } from './testing/rows.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-main-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [bundleOf('main')], {
    env: { ...PROGRAM_ENV, PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { output: stderr, code }
}

it('main prints why it cannot start in one line, without a stack trace or a password', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const database = `postgres://room:himitsu@127.0.0.1:${port}/room`
  server.on('connection', (socket) => socket.destroy())
  const cases = [
    { env: { LOG_LEVEL: 'loud' }, why: 'LOG_LEVEL' },
    { env: { PORT: String(port), DATA_DIR: join(folder, 'unused') }, why: 'EADDRINUSE' },
    { env: { DATA_DIR: file }, why: file },
    { env: { DATABASE_URL: database }, why: 'DATABASE_URL' },
  ]
  const results = await Promise.all(cases.map(({ env }) => start(env as Record<string, string>)))
  server.close()
  // A taken port is noticed before anything is made.
  expect(existsSync(join(folder, 'unused'))).toBe(false)
  for (const [at, { output: stderr, code }] of results.entries()) {
    expect(code).toBe(1)
    expect(stderr).toContain('Room cannot start: ')
    expect(stderr).toContain(cases[at]!.why)
    expect(stderr).not.toMatch(/\n\s+at |himitsu/)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
  }
})

it('main refuses to serve demo data, whose passwords are known, as a real site', async () => {
  const dataDir = join(folder, 'demo')
  mkdirSync(dataDir)
  const engine = openSqlite(join(dataDir, 'room.sqlite'))
  await migrate(engine)
  await addRow(engine.db, 'user', { id: 'admin', email: 'admin@example.com' })
  await engine.close()
  const real = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SITE_URL: 'https://room.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SELLER_NAME: '株式会社ルーム',
    SELLER_URL: 'https://room.example/legal',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
  }
  const { output: stderr, code } = await start(real)
  expect([code, stderr]).toEqual([1, expect.stringContaining('the people of the demo')])
})

it('main keeps Node’s compile cache for the next start, also when it is killed', {
  tags: 'full',
}, async () => {
  const cache = join(folder, 'compiled')
  const child = spawn(process.execPath, [bundleOf('main')], {
    env: {
      ...PROGRAM_ENV,
      PORT: '0',
      DATA_DIR: join(folder, 'killed'),
      NODE_COMPILE_CACHE: cache,
    },
    stdio: 'ignore',
  })
  const files = () =>
    existsSync(cache) ? readdirSync(cache, { recursive: true, withFileTypes: true }) : []
  await expect
    .poll(() => files().filter((file) => file.isFile()).length, { timeout: 25_000 })
    .toBeGreaterThan(20)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
})

/** Sends SIGTERM at the log line that reports the start, the earliest possible moment. */
const ENDED_AS_SOON_AS_UP = `
  const { stdout } = process
  const write = stdout.write
  stdout.write = (chunk, ...how) => {
    const taken = write.call(stdout, chunk, ...how)
    if (String(chunk).includes('"ready"')) process.kill(process.pid, 'SIGTERM')
    return taken
  }`

it.each(['main', 'ingest', 'sandbox'] as const)(
  '%s shuts down when told so directly after its start, and leaves no journal',
  async (part) => {
    const dataDir = join(folder, `ended-${part}`)
    mkdirSync(dataDir)
    const hook = `data:text/javascript,${encodeURIComponent(ENDED_AS_SOON_AS_UP)}`
    const child = spawn(process.execPath, ['--import', hook, bundleOf(part)], {
      env: {
        ...PROGRAM_ENV,
        PORT: '0',
        RTMP_PORT: '0',
        DATA_DIR: dataDir,
        SANDBOX_FILE: join(dataDir, 'sandbox.sqlite'),
        SANDBOX_SECRET_KEY: 'sk_test_1',
        SANDBOX_PUBLISHABLE_KEY: 'pk_test_1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [stdout, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(stdout).toContain('"ready"')
    expect([code, signal]).toEqual([0, null])
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  },
)
