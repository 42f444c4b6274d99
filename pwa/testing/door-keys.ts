import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { importKey } from '#contract/door/verify.ts'

/** The public keys that a gate of the site with this folder has. */
export async function doorKeys(dataDir: string): Promise<Map<string, CryptoKey>> {
  const db = new Sqlite(join(dataDir, 'room.sqlite'))
  const rows = db.prepare('select id, public_key from credential_key').all() as {
    id: string
    public_key: string
  }[]
  db.close()
  const keys = await Promise.all(
    rows.map(
      async ({ id, public_key }) =>
        [id, await importKey(new Uint8Array(Buffer.from(public_key, 'base64url')))] as const,
    ),
  )
  return new Map(keys)
}
