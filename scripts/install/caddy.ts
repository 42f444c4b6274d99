import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/testing/free-port.ts'
import { ensure } from './apt.ts'

/** The Caddyfile for operators, unchanged. */
const CADDYFILE = join(import.meta.dirname, '../../docs/running/Caddyfile')

/** The Caddy of the full test run: `CADDY`, or the first one installed; null if there is none. */
function findCaddy(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.CADDY ?? '', ...folders.map((folder) => join(folder, 'caddy'))]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

/** Starts Caddy in front of the nodes at these ports, as in compose.yaml, but without a certificate. */
export async function startCaddy(nodes: number[]) {
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
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once Caddy reports that it serves; later output is ignored. */
async function running(child: ChildProcess) {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Caddy ended with ${code}: ${output}`)))
    createInterface({ input: child.stderr! }).on('line', (line) => {
      output = `${output}${line}\n`.slice(-2_000)
      if (line.includes('serving initial configuration')) resolve()
    })
  })
}

if (import.meta.main) ensure('Caddy', findCaddy, ['caddy'], 'set CADDY to the path of one')
