import { type Config, readConfig } from '#server/config/config.ts'

/**
 * Where the data lies, by the same names as the server's. Whether the site may go on air with the rest of its settings is
 * not asked: a timer or a new machine may not have them all.
 */
export const whereThingsAre = (env: NodeJS.ProcessEnv): Config =>
  readConfig({ ...env, NODE_ENV: '', SITE_URL: '' })

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function size(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`
}
