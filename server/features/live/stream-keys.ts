import { randomBytes } from 'node:crypto'
import type { GivenDeps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import * as query from './broadcast-queries.ts'
import { sha256 } from './seal.ts'

const KEY_BYTES = 24

/** Stream keys of encoders: looked up by hash, stored encrypted so that the owner can read them again. */
export function streamKeys({ db, clock, secrets }: GivenDeps) {
  const { encrypt, decrypt } = createCipher(secrets, 'stream-key')

  const rowOf = (eventId: string, key: string) => ({
    event_id: eventId,
    key_hash: sha256(key),
    key_sealed: encrypt(key),
    created_at: clock.now().toISOString(),
  })
  const fresh = () => randomBytes(KEY_BYTES).toString('base64url')

  async function read(eventId: string): Promise<string | null> {
    const row = await query.findKey(db, eventId)
    return row ? decrypt(row.key_sealed) : null
  }

  return {
    read,
    /** The event's key; created at the first call. */
    async readOrMake(eventId: string): Promise<string> {
      const known = await read(eventId)
      if (known !== null) return known
      await query.insertKey(db, rowOf(eventId, fresh()))
      // A concurrent call may have created it.
      const existing = await read(eventId)
      if (existing !== null) return existing
      // The key was encrypted with other secrets and cannot be read any more.
      return rotate(eventId)
    },
    rotate,
  }

  async function rotate(eventId: string): Promise<string> {
    const key = fresh()
    await query.insertKey(db, rowOf(eventId, key))
    await query.replaceKey(db, rowOf(eventId, key))
    return key
  }
}
export type StreamKeys = ReturnType<typeof streamKeys>
