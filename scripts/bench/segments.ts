import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRecorder } from '#server/adapters/recordings.ts'
import { SegmentUrls, segmentKey } from '#server/features/live/segment-url.ts'
import { systemClock } from '#server/ports/clock.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { freePort } from '#server/testing/free-port.ts'
import { bundleOf } from '#server/testing/program.ts'
import { findNginx } from '../install/nginx.ts'
import { writeFront } from '../nginx-front.ts'
import { capture, writeResponses } from './capture.ts'
import { startLoader, startServer, startStranger } from './processes.ts'
import { figure, report, type Section } from './report.ts'
import { ratio, rounds } from './rounds.ts'

const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** Two seconds at 6 Mbit/s, the usual encoder setting. */
const SEGMENT_BYTES = 1_500_000
const TO_BARE_MAX = 1.2
const GB = 1_000_000_000
/** The lifetime of the signed URLs, longer than the run. */
const LASTING_S = 3_600

/** A signed segment: from Room, from nginx with the shipped configuration, and bare bytes. */
export async function segments(): Promise<Section> {
  const program = findNginx()
  if (!program)
    throw new Error('nginx is missing: node scripts/install/nginx.ts says how to get it')
  const folder = mkdtempSync(join(tmpdir(), 'room-bench-'))
  try {
    const recorder = await createRecorder(join(folder, 'live'), 'stream')
    await recorder.begin(randomBytes(800))
    await recorder.add(randomBytes(SEGMENT_BYTES), Date.now(), 2)
    const secrets = loadSecrets(folder)
    const urls = new SegmentUrls({ secrets, clock: systemClock(0) })
    const path = urls.sign('stream', '1-0.m4s', urls.expiresNow() + LASTING_S)

    await using room = await startServer([bundleOf('main')], {
      ...{ NODE_ENV: '', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    })
    const front = join(folder, 'nginx')
    mkdirSync(front)
    const port = String(await freePort())
    const conf = writeFront({
      ...{ folder: front, port, room: new URL(room.url).host, segments: join(folder, 'live') },
      key: `set $segment_key "${segmentKey(secrets)}";`,
    })
    const args = ['-c', conf, '-p', front, '-e', join(front, 'error.log')]
    await using nginx = await startStranger(program, args, `http://127.0.0.1:${port}`)
    const captured = { [path]: await capture(room.url + path) }
    await using node = await startServer([FLOORS, 'node', writeResponses(captured, folder)])
    await using loader = startLoader()

    const measured = await rounds(loader, { room, nginx, node }, { path, headers: {}, status: 200 })
    const perGb = (cpu: number[]) => figure(cpu.map((us) => (us / 1_000) * (GB / SEGMENT_BYTES)))
    const toBare = ratio(measured.room.cpu, measured.node.cpu)
    const rowOf = (side: keyof typeof measured) => ({
      'CPU ms a GB': perGb(measured[side].cpu),
      '× bare': ratio(measured[side].cpu, measured.node.cpu),
      '× nginx': ratio(measured[side].cpu, measured.nginx.cpu),
      'pieces/s': figure(measured[side].rate),
    })
    return {
      title: 'Signed stream segments, 1.5 MB each',
      rows: [
        {
          what: 'Room',
          figures: rowOf('room'),
          target: { says: `≤ ${TO_BARE_MAX}× bare`, held: toBare.median <= TO_BARE_MAX },
        },
        { what: 'nginx, secure_link', figures: rowOf('nginx') },
        { what: 'bare node:http', figures: rowOf('node') },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await report('segments', segments)
