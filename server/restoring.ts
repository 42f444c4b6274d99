import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Lies in a data folder as long as a backup is being brought back into it. */
export const restoringIn = (dataDir: string) => join(dataDir, 'restoring')

/** What is half there must not be taken for the whole: a server would make new secrets, and forget who bought what. */
export function refuseHalfRestored(dataDir: string) {
  if (existsSync(restoringIn(dataDir)))
    throw new Error(
      `bringing a backup back into ${dataDir} was cut off: empty the folder, and the database if it is a ` +
        'PostgreSQL, then `npm run restore` again',
    )
}
