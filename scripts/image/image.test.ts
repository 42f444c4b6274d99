// @module-tag full
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { createCaller } from '#contract/http/caller.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { freePort } from '#server/testing/free-port.ts'
import { buildImage, type Image, runAll } from './build-image.ts'
import { enter, firstOf } from './container.ts'

const ROOT = join(import.meta.dirname, '../..')
const NODE = 1000
/** The stop grace period of compose.yaml, after which the container is killed. */
const GRACE_MS = 20_000
const MAX_MB = 200
const PASSWORD = 'yoru no umi e 9'

let image: Image
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-image-'))
  image = await buildImage(ROOT, folder)
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000)

/** Settings as in `.env` and compose.yaml, for a site on one machine. */
async function settings() {
  const [port, rtmp] = [String(await freePort()), String(await freePort())]
  return {
    ...{ PORT: port, RTMP_PORT: rtmp, SITE_URL: 'https://room.example', LIVE_DIR: '' },
    ...{ TRUSTED_PROXIES: '127.0.0.0/8', SMTP_URL: 'smtp://127.0.0.1:9' },
    ...{ SELLER_NAME: '山田太郎', SELLER_URL: 'https://example.com', PAYMENTS: 'stripe' },
    ...{ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' },
    ...{ STRIPE_WEBHOOK_SECRET: 'whsec_a', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_b' },
  }
}

/** Starts the image's command or another one; resolves when it is ready. */
async function up(within: Image, command = within.cmd): Promise<ChildProcess> {
  const child = enter(within, command)
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr!.on('data', (part) => (output += part))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the container ended with ${code}: ${output}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"ready"')) resolve()
      else output += line
    })
  })
  return child
}

/** Stops it as `docker stop` does. */
async function down(child: ChildProcess) {
  const ended = once(child, 'exit')
  process.kill(firstOf(child), 'SIGTERM')
  const startedAt = Date.now()
  const [code] = (await ended) as [number | null]
  expect(Date.now() - startedAt).toBeLessThan(GRACE_MS)
  return code
}

const within = (path: string) => join(image.folder, image.workdir, path)

it('an image contains only what runs: no tests, keys or build tools', () => {
  const files = globSync('**', { cwd: within('.'), exclude: ['node_modules'] })
  expect(files).toContain('dist/server/main.js')
  expect(files).toContain('dist/ssr/entry-server.js')
  expect(
    files.filter((path) =>
      /\.(test|long)\.tsx?$|\.env|(^|\/)(testing|bench|pwa\/app)\//.test(path),
    ),
  ).toEqual([])
  for (const name of ['vite', 'react', 'firebase', 'vitest', 'node-av'])
    expect(globSync(`node_modules/${name}`, { cwd: within('.') }), name).toEqual([])
  const [kilobytes] = execFileSync('du', ['-sk', within('.')], { encoding: 'utf8' }).split('\t')
  expect(Number(kilobytes) / 1024).toBeLessThan(MAX_MB)
  const writable = globSync('**', { cwd: within('.'), withFileTypes: true }).filter((entry) => {
    const { uid, mode } = statSync(join(entry.parentPath, entry.name))
    return uid === NODE || (mode & 0o002) !== 0
  })
  expect(writable.map(({ name }) => name)).toEqual([])
})

it('a container serves the site as an unprivileged user from a read-only disk, and shuts down on SIGTERM', async () => {
  const env = { ...image.env, ...(await settings()) }
  const container = { ...image, env }
  const operator = ['node', 'server/operator/main.ts', 'create', '--name', 'yamada']
  const data = ['--email', 'yamada@example.jp', '--birthday', '1990-05-01']
  const asks = `echo '${PASSWORD}' | ${[...operator, ...data].join(' ')}`
  expect(await runAll(container, ['sh', '-c', asks])).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('Done') },
  })

  const child = await up(container)
  const first = firstOf(child)
  expect(statSync(`/proc/${first}`).uid).toBe(NODE)
  const site = `http://127.0.0.1:${env.PORT}`
  expect((await fetch(`${site}/healthz`)).status).toBe(200)
  expect(await runAll(container, image.healthcheck)).toEqual({ code: 0, output: '' })
  const page = await fetch(site, { headers: { 'x-forwarded-proto': 'https' } })
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).toContain('<html lang="ja"')
  const [, asset] = html.match(/src="(\/assets\/[^"]+\.js)"/)!
  expect((await fetch(site + asset)).status).toBe(200)

  const reach = (path: string, init?: RequestInit) => fetch(site + path, init)
  const visitor = createCaller({ fetch: reach, token: () => null })
  const body = { email: 'yamada@example.jp', password: PASSWORD }
  const { access_token } = await visitor(auth.login, { body })
  const call = createCaller({ fetch: reach, token: () => access_token })
  const icon = new File([await picture(300, 300)], 'a.png', { type: 'image/png' })
  const { icon_image_path } = await call(account.changeProfile, { body: formOf({ icon }) })
  const shown = await reach(new URL(icon_image_path!, site).pathname)
  expect(shown.headers.get('content-type')).toBe('image/webp')

  mkdirSync(join(image.folder, 'backups'), { recursive: true })
  chownSync(join(image.folder, 'backups'), NODE, NODE)
  const volumes = [...image.volumes, '/backups']
  const backup = ['node', 'server/backup/main.ts', '/backups']
  expect(await runAll({ ...container, volumes }, backup)).toMatchObject({
    ...{ code: 0, output: expect.stringMatching(/^\/backups\/\S+Z: \d+ rows/) },
  })
  const writes = ['sh', '-c', 'echo a > /room/a || echo a > server/main.ts']
  expect((await runAll(container, writes)).code).not.toBe(0)

  expect(await down(child)).toBe(0)
  const dead = await runAll(container, image.healthcheck)
  expect(dead.code).not.toBe(0)
})

it('the image’s ingest program receives streams, and reports its health', async () => {
  const env = { ...image.env, ...(await settings()) }
  const container = { ...image, env }
  const api = await up(container)
  const ingest = await up(
    { ...container, env: { ...env, INGEST_API: `http://127.0.0.1:${env.PORT}` } },
    ['node', '--max-semi-space-size=16', 'dist/server/ingest.js'],
  )
  const healthy = ['node', 'scripts/healthy.mjs', 'rtmp']
  expect(await runAll(container, healthy)).toEqual({ code: 0, output: '' })
  expect(await down(ingest)).toBe(0)
  expect((await runAll(container, healthy)).code).not.toBe(0)
  expect(await down(api)).toBe(0)
})
