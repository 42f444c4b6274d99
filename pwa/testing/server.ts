import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface RunningServer {
  url: string
  dataDir: string
  stop: () => Promise<void>
  /** As a power cut: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
}

/** The real server in a process of its own, on a fresh folder with the demo in it, or on `dataDir`. */
export async function startServer(
  env: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'room-journey-')),
): Promise<RunningServer> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) ready((JSON.parse(line) as { url: string }).url)
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    url,
    dataDir,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
