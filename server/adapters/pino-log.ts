import { pino } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/ports/log.ts'

/** Logs JSON lines to standard error: standard output belongs to the program that started the server. */
export function pinoLog(level: Config['logLevel']): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
