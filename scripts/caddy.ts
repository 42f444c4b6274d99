import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/testing/free-port.ts'
import { ensure } from './apt.ts'

/** The file that we hand out to operators, as it stands. */
const CADDYFILE = join(import.meta.dirname, '../docs/running/Caddyfile')

/** The Caddy that the long tests start: `CADDY`, or the first that this machine has; null when there is none. */
function findCaddy(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.CADDY ?? '', ...folders.map((folder) => join(folder, 'caddy'))]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

/** In front of nodes at these ports, as compose.yaml puts it there, but for the certificate. */
export async function openCaddy(nodes: number[]) {
  const [visitors, ingest, admin] = [await freePort(), await freePort(), await freePort()]
  const upstreams = nodes.map((port) => `127.0.0.1:${port}`)
  const folder = mkdtempSync(join(tmpdir(), 'room-caddy-'))
  const child = spawn(findCaddy()!, ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      SITE_URL: `http://127.0.0.1:${visitors}`,
      INGEST_DOOR: `http://127.0.0.1:${ingest}`,
      ROOM_NODES: upstreams.join(' '),
      ...(upstreams.length > 1 && { ROOM_NODES_BACK: upstreams.toReversed().join(' ') }),
      CADDY_ADMIN: `127.0.0.1:${admin}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await running(child)
  return {
    url: `http://127.0.0.1:${visitors}`,
    ingestUrl: `http://127.0.0.1:${ingest}`,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Settles once it says that it serves; what it says later is read past. */
async function running(child: ChildProcess) {
  let said = ''
  await new Promise<void>((up, failed) => {
    child.once('exit', (code) => failed(new Error(`Caddy ended with ${code}: ${said}`)))
    createInterface({ input: child.stderr! }).on('line', (line) => {
      said = `${said}${line}\n`.slice(-2_000)
      if (line.includes('serving initial configuration')) up()
    })
  })
}

if (import.meta.main) ensure('Caddy', findCaddy, ['caddy'], 'set CADDY to the path of one')
