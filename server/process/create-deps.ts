import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DiskMedia } from '../adapters/disk.ts'
import { findFfmpeg } from '../adapters/ffmpeg.ts'
import { filmConverter } from '../adapters/film-converter.ts'
import { fileMail } from '../adapters/mail-outbox.ts'
import { createNews } from '../adapters/news/open.ts'
import { httpsOrigin } from '../adapters/origin.ts'
import { pinoLog } from '../adapters/pino-log.ts'
import { createPush } from '../adapters/push/open.ts'
import { dictionaryReadings } from '../adapters/readings/readings.ts'
import { ownProcess } from '../adapters/reconcile-process.ts'
import { diskRecordings } from '../adapters/recordings.ts'
import type { RetryPolicy } from '../adapters/s3/client.ts'
import { createSocial } from '../adapters/social/open.ts'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import { createNewId } from '../db/ids.ts'
import { bringUp } from '../db/migrate.ts'
import { openSqlite } from '../db/sqlite.ts'
import { IDLE_TRANSACTION_MS } from '../db/transact.ts'
import { vapidKeys } from '../features/push/vapid.ts'
import { type Bus, memoryBus } from '../ports/bus.ts'
import { systemClock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Mail } from '../ports/mail.ts'
import { type Media, MediaDown, pendingPath } from '../ports/media.ts'
import type { GivenDeps } from './deps.ts'
import { assertRestoreComplete } from './restore-guard.ts'
import { assertRehearsalOnly } from './restore-rehearsal.ts'
import { loadSecrets } from './secrets.ts'

/**
 * Message of an error. A host with several addresses fails with an `AggregateError`, which has no message of its own.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Creates the external dependencies of the server from its configuration. */
export async function createDeps(config: Config): Promise<GivenDeps> {
  assertRestoreComplete(config.dataDir)
  assertRehearsalOnly(config)
  // Contains addresses, password hashes and signed links: accessible to this user only.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const log = pinoLog(config.logLevel)
  const engine = await openDatabase(config, log)
  const clock = systemClock(config.clockOffsetMs)
  const secrets = loadSecrets(config.dataDir, config.secrets)
  return {
    config,
    secrets,
    engine,
    db: engine.db,
    read: engine.read,
    clock,
    newId: createNewId(clock),
    log,
    bus: await createBus(config, log),
    media: await createMedia(config, log),
    converter: createConverter(config),
    recordings: diskRecordings(config.live.dir),
    origin: httpsOrigin(config.live.allowHosts),
    news: createNews(config, { clock, log }),
    mail: await createMail(config),
    push: createPush(config, {
      keys: vapidKeys({ db: engine.db, secrets, clock }),
      now: clock.now,
    }),
    social: await createSocial(config),
    reconciling: ownProcess(config),
    readings: dictionaryReadings(),
    payments: await (await import('../adapters/stripe/open.ts')).createPayments(config),
  }
}

export async function openDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<Engine> {
  const path = join(dataDir, 'room.sqlite')
  try {
    if (databaseUrl) return await createServedEngine(databaseUrl, log)
    await bringUp(openSqlite(path), { backup: dataDir })
    return openSqlite(path, { idleMs: IDLE_TRANSACTION_MS, log })
  } catch (error) {
    const which = databaseUrl ? 'the database of DATABASE_URL' : path
    throw new Error(`${which} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

async function createServedEngine(databaseUrl: string, log: Log): Promise<Engine> {
  const [{ assertUtf8, openPostgres }, { SERVING }] = await Promise.all([
    import('../db/postgres.ts'),
    import('../db/limits-postgres.ts'),
  ])
  await assertUtf8(databaseUrl)
  await bringUp(openPostgres(databaseUrl, { connections: 1, log }), { log })
  return openPostgres(databaseUrl, { log, limits: SERVING })
}

async function createBus({ databaseUrl, databaseDirectUrl }: Config, log: Log): Promise<Bus> {
  if (!databaseUrl) return memoryBus()
  const { postgresBus } = await import('../adapters/postgres-bus.ts')
  return postgresBus(databaseDirectUrl, log, { sendingUrl: databaseUrl })
}

function createConverter({ ffmpeg }: Config) {
  const find = async () => {
    const version = await findFfmpeg(ffmpeg)
    return version.state === 'found' ? filmConverter(version) : null
  }
  let cached: ReturnType<typeof find> | undefined
  return () => (cached ??= find())
}

/** How long the start waits for the media store. */
const PROBE_MS = 2_000

/** A store that is down does not prevent the start; one that refuses us permanently does. */
export async function createMedia(
  { s3, dataDir }: Config,
  log: Log,
  policy: Partial<RetryPolicy> = {},
): Promise<Media> {
  if (!s3) return new DiskMedia(join(dataDir, 'media'))
  const { s3Media } = await import('../adapters/s3/media.ts')
  const probe = s3Media(s3, { timeoutMs: PROBE_MS })
  await probe.size(pendingPath('probe')).catch((error: unknown) => {
    if (!(error instanceof MediaDown) || error.isFinal)
      throw new Error(`S3_* cannot be used: ${reasonOf(error)}`)
    log.warn({ error: reasonOf(error) }, 'the media store does not answer yet')
  })
  return s3Media(s3, policy)
}

/** Without a mail server emails are written to files, and their links printed to the terminal. */
async function createMail({ mail: { smtpUrl, from }, dataDir }: Config): Promise<Mail> {
  if (smtpUrl) return (await import('../adapters/smtp.ts')).smtpMail(smtpUrl, from)
  return fileMail(join(dataDir, 'outbox/mail'), from, (line) => process.stderr.write(line))
}
