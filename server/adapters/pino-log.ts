import { pino } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/ports/log.ts'

/** JSON lines on standard error: standard output is left to whoever started us. */
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
