import { generateKeyPairSync } from 'node:crypto'
import type { VapidKeys } from '#server/ports/push.ts'
import type { Deps } from '#server/process/deps.ts'
import { createCipher, jwkPart } from '#server/process/encryption.ts'
import * as query from './queries.ts'

/** Id of the only key, shared by all processes. */
const ID = 'webpush'

/** Key pair in the encoding of web push: uncompressed point and private scalar. */
function newKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const half = (part: 'x' | 'y') => Buffer.from(jwkPart(privateKey, part), 'base64url')
  const point = Buffer.concat([Buffer.from([4]), half('x'), half('y')])
  return { publicKey: point.toString('base64url'), privateKey: jwkPart(privateKey, 'd') }
}

/**
 * VAPID keys of this site, created at the first call. They must stay the same, since browsers subscribe to them. The
 * private key is encrypted with the server's secret. Throws if the secret has changed.
 */
export function vapidKeys({ db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>) {
  const sealed = createCipher(secrets, 'push keys')
  let known: Promise<VapidKeys> | undefined

  async function find(): Promise<VapidKeys | null> {
    const row = await query.findKey(db)
    if (!row) return null
    const privateKey = sealed.decrypt(row.private_key_sealed)
    if (!privateKey)
      throw new Error('The VAPID key was encrypted with another secret: restore that secret.')
    return { publicKey: row.public_key, privateKey }
  }
  async function make(): Promise<VapidKeys> {
    const { publicKey, privateKey } = newKeys()
    const created_at = clock.now().toISOString()
    const private_key_sealed = sealed.encrypt(privateKey)
    await query.insertKey(db, { id: ID, public_key: publicKey, private_key_sealed, created_at })
    const existing = await find()
    if (!existing) throw new Error('The VAPID key is not stored.')
    return existing
  }
  return (): Promise<VapidKeys> => {
    known ??= find()
      .then((existing) => existing ?? make())
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}
