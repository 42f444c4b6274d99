import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { bundle, bundleOf } from '../prepare.mjs'
import { environment, ROOMY } from '../toolchain.mjs'
import { ROOT, type Server, startServer } from './processes.ts'

/** The site URL of all benchmarked processes. */
export const SITE_URL = 'http://localhost:3000'

/** A folder with demo data, deleted on disposal. */
export interface Folder extends AsyncDisposable {
  path: string
  /** `more`: settings of this start only. `where`: on a core of its own unless its child processes are measured. */
  start: (more?: Record<string, string>, where?: 'server' | 'any') => Promise<Server>
}

export async function fillFolder(): Promise<Folder> {
  await build()
  const path = mkdtempSync(join(tmpdir(), 'room-bench-'))
  const start: Folder['start'] = (more = {}, where = 'server') => {
    const env = {
      ...environment(),
      NODE_ENV: 'production',
      DATA_DIR: path,
      DEMO: '1',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      ...more,
    }
    return startServer([...ROOMY, bundleOf('main')], env, where)
  }
  const first = await start()
  await first[Symbol.asyncDispose]()
  return {
    path,
    start,
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  }
}

/** One of several processes with a common database and site URL, as behind a proxy. */
export async function startBeside(settings: {
  DATA_DIR: string
  DATABASE_URL: string
  NODE_ENV: string
  DEMO?: string
}): Promise<Server> {
  const port = await freePort()
  const server = await startServer([...ROOMY, bundleOf('main')], {
    ...environment(),
    ...settings,
    SITE_URL,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

/** Pages are measured as built; an existing build of the app is used. */
export async function build() {
  if (existsSync(join(ROOT, 'dist/.built'))) return bundle()
  const built = spawnSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the build of the app failed')
}

/** The access token of a demo member; all of them have this password. */
export async function logIn({ url }: Server, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/application/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'password' }),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error(`the login failed with status ${answer.status}`)
  return access_token
}
