import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

const IV = 12
const TAG = 16

/**
 * Closes words so that only this server can read them, and nobody can change them. The same words give the same text
 * (the initialisation vector is made of them, as in RFC 8452), so an address made of them stays what it is.
 */
export function sealer({ link }: { link: string }, purpose: string) {
  const keyOf = (what: string) =>
    Buffer.from(hkdfSync('sha256', link, '', `${purpose}:${what}`, 32))
  const [key, ivKey] = [keyOf('key'), keyOf('iv')]
  return {
    seal(text: string): string {
      const iv = createHmac('sha256', ivKey).update(text).digest().subarray(0, IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), closed]).toString('base64url')
    },
    /** Null where it is none of ours. */
    open(sealed: string): string | null {
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
