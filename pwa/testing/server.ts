import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface RunningServer {
  url: string
  /** Where encoders push to. */
  rtmp: string
  dataDir: string
  stop: () => Promise<void>
  /** As a power cut: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
}

/** The whole product as `npm start` runs it, on a fresh folder with the demo in it, or on `dataDir`. */
export async function startServer(
  env: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'room-journey-')),
): Promise<RunningServer> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      RTMP_PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SITE_ACCOUNTS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: a power cut takes all of its processes at once.
    detached: true,
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const ready = await new Promise<{ url: string; rtmp: string }>((up, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) up(JSON.parse(line) as { url: string; rtmp: string })
    })
  })
  return {
    ...ready,
    dataDir,
    async kill() {
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
