import { thumbprintOf } from '#contract/door/code.ts'
import type { DeviceKey } from '../device.ts'
import type { KeptKey } from './database.ts'
import type { KeptStore } from './store.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' }

async function makeKey(): Promise<KeptKey> {
  // Not extractable: whoever copies the disk has no key, and no script of ours could give it away.
  const pair = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { privateKey: pair.privateKey, publicKey }
}

/** A key that is kept, as one that signs. */
export const deviceKeyOf = async ({ privateKey, publicKey }: KeptKey): Promise<DeviceKey> => ({
  publicKey,
  thumbprint: await thumbprintOf(publicKey),
  sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(SIGNED, privateKey, bytes)),
})

/** This browser's key, of whoever uses it now. Two tabs that make one at once end up with the same. */
export async function deviceKeyIn(store: KeptStore): Promise<DeviceKey | null> {
  const db = await store.database()
  if (!db) return null
  let kept = await db.get('keys', 'device')
  if (!kept) {
    const made = await makeKey()
    const tx = db.transaction('keys', 'readwrite')
    kept = await tx.store.get('device')
    if (!kept) await tx.store.put(made, 'device')
    await tx.done
    kept ??= made
  }
  return deviceKeyOf(kept)
}
