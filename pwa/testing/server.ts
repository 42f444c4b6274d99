import { spawn } from 'node:child_process'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/testing/free-port.ts'

export interface RunningServer {
  url: string
  /** Where encoders push to. */
  rtmp: string
  dataDir: string
  /** As `stop`, but its folder stays. What it ended with. */
  end: () => Promise<number | null>
  stop: () => Promise<void>
  /** As a power cut: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'room-journey-'))

/** Where the demo lies that `makeDemo` made; each site begins with a copy, which is ten seconds less than making it. */
const MADE = 'ROOM_JOURNEYS_DEMO'

/** Makes the demo once for all that start from now on, in this process and in those it starts. Returns what takes it away. */
export async function makeDemo(): Promise<() => void> {
  const folder = newFolder()
  const server = await startServer({}, folder)
  const code = await server.end()
  if (code !== 0) throw new Error(`the server that made the demo ended with ${code}`)
  process.env[MADE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
/** A new folder with the demo in it, where it was made. */
export function folderWithDemo() {
  const folder = newFolder()
  const made = process.env[MADE]
  if (made) cpSync(made, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}

/**
 * The whole product as `npm start` runs it, on a folder of its own with the demo in it, or on `dataDir`. `release`: the
 * folder of another than this tree.
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
      // Ports of its own: what the system gives away meanwhile, two sites that start at once may both get.
      PORT: String(await freePort()),
      RTMP_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SITE_ACCOUNTS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a power cut takes all of its processes at once.
    detached: true,
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  // Its log is passed on; what it tells a developer, mails among it, is said only where it does not start.
  const told: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) =>
    line.startsWith('{') ? console.error(line) : told.push(line),
  )
  const ready = await new Promise<{ url: string; rtmp: string }>((up, failed) => {
    child.once('exit', (code) =>
      failed(new Error(`the server ended with ${code}:\n${told.join('\n')}`)),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) up(JSON.parse(line) as { url: string; rtmp: string })
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
