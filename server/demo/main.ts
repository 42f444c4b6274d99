import { pinoLog } from '#server/adapters/pino-log.ts'
import { readConfig } from '#server/config/config.ts'
import { createNewId } from '#server/db/ids.ts'
import { systemClock } from '#server/ports/clock.ts'
import { createMedia, openDatabase } from '#server/process/create-deps.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { fillDemo } from './fill.ts'

/**
 * Fills the database with the demo, as a program of its own: the memory that it takes, nearly that of an idle server,
 * is given back at its end. `server/main.ts` runs it with its settings, and has a payment provider and a bus already.
 */
process.umask(0o077)
const config = readConfig(process.env)
const log = pinoLog(config.logLevel)
const engine = await openDatabase(config, log)
const clock = systemClock(config.clockOffsetMs)
await fillDemo({
  config,
  engine,
  db: engine.db,
  clock,
  newId: createNewId(clock),
  media: await createMedia(config, log),
  secrets: loadSecrets(config.dataDir, config.secrets),
})
await engine.gatherStatistics()
await engine.close()
