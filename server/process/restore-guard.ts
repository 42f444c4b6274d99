import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The marker file that a data folder has while a backup is restored into it. */
export const restoreMarkerIn = (dataDir: string) => join(dataDir, 'restoring')

/** Throws if a restore was interrupted: a server started on half of the data would create new secrets, and miss sales. */
export function assertRestoreComplete(dataDir: string) {
  if (existsSync(restoreMarkerIn(dataDir)))
    throw new Error(
      `bringing a backup back into ${dataDir} was cut off: empty the folder, and the database if it is a ` +
        'PostgreSQL, then `npm run restore` again',
    )
}
