import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { migrate } from './db/migrate.ts'
import { openSqlite } from './db/sqlite.ts'
import { addRow } from './testing/rows.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-main-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...PROGRAM_ENV, PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code }
}

it('says in a line why it cannot start, without a word of our code or a password', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const database = `postgres://room:himitsu@127.0.0.1:${port}/room`
  taken.on('connection', (socket) => socket.destroy())
  const cases = [
    { env: { LOG_LEVEL: 'loud' }, why: 'LOG_LEVEL' },
    { env: { PORT: String(port) }, why: 'EADDRINUSE' },
    { env: { DATA_DIR: file }, why: file },
    { env: { DATABASE_URL: database }, why: 'DATABASE_URL' },
  ]
  const told = await Promise.all(cases.map(({ env }) => start(env as Record<string, string>)))
  taken.close()
  for (const [at, { said, code }] of told.entries()) {
    expect(code).toBe(1)
    expect(said).toContain('Room cannot start: ')
    expect(said).toContain(cases[at]!.why)
    expect(said).not.toMatch(/\n\s+at |himitsu/)
    expect(said.trim().split('\n').length).toBeLessThanOrEqual(3)
  }
})

it('serves nobody a folder in which the demo has lived, whose passwords are known', async () => {
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
  const { said, code } = await start(real)
  expect([code, said]).toEqual([1, expect.stringContaining('the people of the demo')])
})

it('leaves what Node compiled to the next start, also when it is killed', async () => {
  const cache = join(folder, 'compiled')
  const child = spawn(process.execPath, [MAIN], {
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
    .toBeGreaterThan(500)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
})

/** Told to end within the very line that says that it is up: nobody can be sooner. */
const ENDED_AS_SOON_AS_UP = `
  const { stdout } = process
  const write = stdout.write
  stdout.write = (chunk, ...how) => {
    const taken = write.call(stdout, chunk, ...how)
    if (String(chunk).includes('"ready"')) process.kill(process.pid, 'SIGTERM')
    return taken
  }`

it.each(['main.ts', 'ingest.ts', 'sandbox-stripe/main.ts'])(
  '%s ends by itself when it is told to as soon as it is up, and leaves no journal',
  async (part) => {
    const dataDir = join(folder, `ended-${part.replaceAll('/', '-')}`)
    mkdirSync(dataDir)
    const hook = `data:text/javascript,${encodeURIComponent(ENDED_AS_SOON_AS_UP)}`
    const child = spawn(process.execPath, ['--import', hook, join(import.meta.dirname, part)], {
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
    const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(said).toContain('"ready"')
    expect([code, signal]).toEqual([0, null])
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  },
)
