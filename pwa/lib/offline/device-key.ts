import { thumbprintOf } from '#contract/door/thumbprint.ts'
import type { DeviceKey } from '../device.ts'
import type { StoredKey } from './database.ts'
import type { OfflineCache } from './offline-cache.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' }

async function generateKey(): Promise<StoredKey> {
  // Not extractable: neither a copy of the disk nor a script of the page can read it.
  const pair = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { privateKey: pair.privateKey, publicKey }
}

/** A stored key as a signer. */
export const toDeviceKey = async ({ privateKey, publicKey }: StoredKey): Promise<DeviceKey> => ({
  publicKey,
  thumbprint: await thumbprintOf(publicKey),
  sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(SIGNED, privateKey, bytes)),
})

/** The device key of the current user, generated on first use. Two tabs that generate at once get the same key. */
export async function loadDeviceKey(store: OfflineCache): Promise<DeviceKey | null> {
  const db = await store.database()
  if (!db) return null
  let stored = await db.get('keys', 'device')
  if (!stored) {
    const generated = await generateKey()
    const tx = db.transaction('keys', 'readwrite')
    stored = await tx.store.get('device')
    if (!stored) await tx.store.put(generated, 'device')
    await tx.done
    stored ??= generated
  }
  return toDeviceKey(stored)
}
