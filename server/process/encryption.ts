import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject } from 'node:crypto'

/** A parameter of a key as base64url: the private `d`, or `x` and `y` of the public point. */
export function jwkPart(key: KeyObject, part: 'd' | 'x' | 'y'): string {
  const value = key.export({ format: 'jwk' })[part]
  if (value === undefined) throw new Error(`a ${key.type} key has no ${part}`)
  return value
}

const IV = 12
const TAG = 16

/**
 * Deterministic authenticated encryption: AES-256-GCM whose initialisation vector is an HMAC of the text, after the idea of
 * RFC 8452. The same text gives the same ciphertext, so that a URL made of it stays the same. The key is derived from the
 * secret `link` for one purpose. Ciphertext: base64url of vector (12 bytes), tag (16 bytes) and body.
 */
export function createCipher({ link }: { link: string }, purpose: string) {
  const keyOf = (what: string) =>
    Buffer.from(hkdfSync('sha256', link, '', `${purpose}:${what}`, 32))
  const [key, ivKey] = [keyOf('key'), keyOf('iv')]
  return {
    encrypt(text: string): string {
      const iv = createHmac('sha256', ivKey).update(text).digest().subarray(0, IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** Null for anything that this key did not encrypt. */
    decrypt(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV + TAG) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV))
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      try {
        return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
