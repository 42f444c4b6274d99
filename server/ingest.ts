import { randomUUID } from 'node:crypto'
import { findFfmpeg } from './adapters/ffmpeg.ts'
import { type IngestApi, ingestApi, startReporting } from './adapters/ingest/api.ts'
import { readTag, type Tag } from './adapters/ingest/flv.ts'
import { createIntake, type Intake } from './adapters/ingest/intake.ts'
import { type RtmpPush, startRtmp } from './adapters/ingest/rtmp.ts'
import { pinoLog } from './adapters/pino-log.ts'
import { readConfig } from './config/config.ts'
import { ingestBearer, sha256 } from './features/live/seal.ts'
import { networkOf, trusted } from './http/client.ts'
import { systemClock } from './ports/clock.ts'
import { assertRestoreComplete } from './process/restore-guard.ts'
import { loadSecrets } from './process/secrets.ts'
import { onShutdown } from './process/shutdown.ts'

/** The ingest process: receives streams and writes segments to disk. Only the API writes to the database. */
await start().catch((error: unknown) => {
  console.error(
    `The ingest process cannot start: ${error instanceof Error ? error.message : error}`,
  )
  process.exit(1)
})

async function start() {
  // A proxy in this user's group may read the segments, to serve them. Other users of the machine may not.
  process.umask(process.umask() | 0o027)
  const config = readConfig(process.env)
  assertRestoreComplete(config.dataDir)
  const log = pinoLog(config.logLevel)
  const clock = systemClock(config.clockOffsetMs)
  const root = config.live.dir
  const secrets = loadSecrets(config.dataDir, config.secrets)
  const api = ingestApi(config.ingestApi, ingestBearer(secrets))
  const settings = config.live.ladder
  const ffmpeg = settings ? await findFfmpeg(config.ffmpeg) : undefined
  // A demo does without, and its terminal shows the steps of its start.
  if (ffmpeg && ffmpeg.state !== 'found')
    log[config.demo ? 'info' : 'warn'](
      ffmpeg,
      'streams are sent on in one quality only: there is no ffmpeg for more',
    )
  const intake = createIntake(
    root,
    { clock, log, onChange: () => reporting.now() },
    settings && ffmpeg?.state === 'found' ? { ffmpeg, settings, log } : null,
  )
  const ingest = randomUUID()

  const rtmp = await startRtmp({
    ...config.rtmp,
    speaksForMany: trusted(config.proxies),
    networkOf,
    log,
    admit: (push) => admit(api, intake, push),
  })
  const reporting = startReporting(
    api,
    () => ({
      ...{ ingest, rtmp_port: rtmp.port, ffmpeg },
      ...{ streams: intake.report(), cutoffs: intake.cutoffs() },
    }),
    async ({ stop, preview, unkept }) => {
      for (const broadcast of stop) intake.stop(broadcast)
      for (const broadcast of preview) await intake.trim(broadcast)
      for (const { broadcast, from } of unkept) await intake.trim(broadcast, from)
    },
    log,
  )
  const feed = config.demo
    ? (await import('./demo/feed.ts')).startFeed({ root, api, intake, clock, log })
    : null
  onShutdown(async () => {
    // Writes all received data, and reports the end of the streams to the API.
    await feed?.stop()
    await rtmp.close()
    await intake.end()
    await reporting.stop()
    process.exit(0)
  })
  console.log(JSON.stringify({ msg: 'ready', port: rtmp.port }))
}

/** Null for an encoder whose key is not valid, or whose stream cannot be received. */
async function admit(api: IngestApi, intake: Intake, { key, close }: RtmpPush) {
  const admission = await api.admit({ key })
  if (!admission) return null
  const stream = await intake.open(admission.broadcast, { keyHash: sha256(key), close })
  if (!stream) return null
  return {
    onTag(tag: Tag) {
      const media = readTag(tag)
      if (media) stream.take(media)
    },
    onInvalid: () => intake.cutOff(admission.broadcast, 'invalid'),
    onClose: () => void stream.end(),
  }
}
