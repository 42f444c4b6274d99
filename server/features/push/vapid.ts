import { generateKeyPairSync } from 'node:crypto'
import type { VapidKeys } from '#server/ports/push.ts'
import type { Deps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import * as query from './queries.ts'

/** There is one, for all processes of the site. */
const ID = 'webpush'

/** A pair as web push spells it: the point uncompressed, and the number. */
function newKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' })
  const part = (text: string | undefined) => Buffer.from(text!, 'base64url')
  const publicKey = Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString('base64url')
  return { publicKey, privateKey: d! }
}

/**
 * The keys that this site signs its notifications with: the first that asks makes them. Browsers subscribe to them, so
 * they stay; the private one lies under the server's secret. Throws where the secret is another one.
 */
export function vapidKeys({ db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>) {
  const sealed = createCipher(secrets, 'push keys')
  let known: Promise<VapidKeys> | undefined

  async function find(): Promise<VapidKeys | null> {
    const row = await query.findKey(db)
    if (!row) return null
    const privateKey = sealed.decrypt(row.private_key_sealed)
    if (!privateKey) throw new Error('the key of notifications was sealed under another secret')
    return { publicKey: row.public_key, privateKey }
  }
  async function make(): Promise<VapidKeys> {
    const { publicKey, privateKey } = newKeys()
    const created_at = clock.now().toISOString()
    const private_key_sealed = sealed.encrypt(privateKey)
    await query.insertKey(db, { id: ID, public_key: publicKey, private_key_sealed, created_at })
    return (await find())!
  }
  return (): Promise<VapidKeys> => {
    known ??= find()
      .then((found) => found ?? make())
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}
