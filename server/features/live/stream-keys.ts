// Stream keys of encoders: looked up by hash, stored encrypted so that the owner can read them again.

import { randomBytes } from 'node:crypto'
import { isoNow } from '#server/ports/clock.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import * as query from './broadcast-queries.ts'
import { sha256 } from './seal.ts'

const KEY_BYTES = 24

const cipherOf = ({ secrets }: GivenDeps) => createCipher(secrets, 'stream-key')

const rowOf = (deps: GivenDeps, eventId: string, key: string) => ({
  event_id: eventId,
  key_hash: sha256(key),
  key_sealed: cipherOf(deps).encrypt(key),
  created_at: isoNow(deps),
})

const newKey = () => randomBytes(KEY_BYTES).toString('base64url')

async function read(deps: GivenDeps, eventId: string): Promise<string | null> {
  const row = await query.findKey(deps.db, eventId)
  return row ? cipherOf(deps).decrypt(row.key_sealed) : null
}

/** The event's key; created at the first call. */
export async function readOrMake(deps: GivenDeps, eventId: string): Promise<string> {
  const known = await read(deps, eventId)
  if (known !== null) return known
  await query.insertKey(deps.db, rowOf(deps, eventId, newKey()))
  // A concurrent call may have created it.
  const existing = await read(deps, eventId)
  if (existing !== null) return existing
  // The key was encrypted with other secrets and cannot be read any more.
  return rotate(deps, eventId)
}

/** Replaces the event's key; `replaced` is told the hash of the former one. */
export async function rotate(
  deps: GivenDeps,
  eventId: string,
  replaced: (hash: string) => Promise<void> = async () => {},
): Promise<string> {
  const key = newKey()
  const former = await query.findKey(deps.db, eventId)
  if (former) await replaced(former.key_hash)
  await query.insertKey(deps.db, rowOf(deps, eventId, key))
  await query.replaceKey(deps.db, rowOf(deps, eventId, key))
  return key
}
