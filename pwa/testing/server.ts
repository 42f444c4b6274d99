import { spawn } from 'node:child_process'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { freePort } from '#server/testing/free-port.ts'

export interface RunningServer {
  url: string
  /** The ingest URL for encoders. */
  rtmp: string
  dataDir: string
  /** As `stop`, but keeps its folder. Returns the exit code. */
  end: () => Promise<number | null>
  stop: () => Promise<void>
  /** Simulates a power cut: SIGKILL without shutdown. */
  kill: () => Promise<void>
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'room-journey-'))

/** The folder of the demo made by `makeDemo`; each site starts with a copy, which saves ten seconds. */
const MADE = 'ROOM_JOURNEYS_DEMO'

/** Makes the demo once for this process and its children. Returns the function that deletes it. */
export async function makeDemo(): Promise<() => void> {
  const folder = newFolder()
  const server = await startServer({}, folder)
  await whenJobsHaveRun(folder)
  const code = await server.end()
  if (code !== 0) throw new Error(`the server that makes the demo data ended with ${code}`)
  process.env[MADE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * At the first start every recurring job runs, and then the work that they leave in the outbox, which takes as long as the
 * start itself: no copy repeats it.
 */
async function whenJobsHaveRun(folder: string) {
  const db = new Sqlite(join(folder, 'room.sqlite'), { readonly: true })
  const haveRun = db
    .prepare(
      `select count(*) > 0 and count(*) = count(last_run_at) and not exists (
         select 1 from outbox where done_at is null and due_at <= strftime('%Y-%m-%dT%H:%M:%fZ')
       ) from job`,
    )
    .pluck()
  while (haveRun.get() !== 1) await setTimeout(POLL_MS)
  db.close()
}
const POLL_MS = 100

/** A new folder, with the demo in it if there is one. */
export function folderWithDemo() {
  const folder = newFolder()
  const demoFolder = process.env[MADE]
  if (demoFolder) cpSync(demoFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

/**
 * Runs the whole product as `npm start` does, in a new folder with the demo, or in `dataDir`. `release`: the folder
 * of another build.
 */
export async function startServer(
  env: Record<string, string> = {},
  dataDir = folderWithDemo(),
  release = '.',
): Promise<RunningServer> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: release,
    env: {
      ...process.env,
      NODE_ENV: '',
      // Explicit ports: with port 0, two sites starting at once could get the same one.
      PORT: String(await freePort()),
      RTMP_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: '1',
      // No line that a journey does not write.
      DEMO_TALK: '',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SITE_ACCOUNTS: '',
      // Renditions of each stream would take half a core.
      LIVE_LADDER: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that a power cut kills all of its processes at once.
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // Log lines are forwarded; developer output, including emails, is printed only if the start fails.
  const output: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) =>
    line.startsWith('{') ? console.error(line) : output.push(line),
  )
  const ready = await new Promise<{ url: string; rtmp: string }>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}:\n${output.join('\n')}`)),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line) as { url: string; rtmp: string })
    })
  })
  async function end() {
    child.kill('SIGTERM')
    return ended
  }
  return {
    ...ready,
    dataDir,
    async kill() {
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
    end,
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
