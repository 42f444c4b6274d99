import { type Config, readConfig } from '#server/config/config.ts'

/**
 * Reads the location of the data from the server's settings. The other settings are not validated: a timer or a new
 * machine may lack them.
 */
export const storageConfig = (env: NodeJS.ProcessEnv): Config =>
  readConfig({ ...env, NODE_ENV: '', SITE_URL: '' })

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function size(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`
}
