import { createPublicKey, type KeyObject } from 'node:crypto'

/** A P-256 public key: uncompressed point, raw (65 bytes), base64url. Null if it is not on the curve. */
export function deviceKey(publicKey: string): KeyObject | null {
  const [kind, ...point] = Buffer.from(publicKey, 'base64url')
  if (kind !== 4) return null
  const part = (from: number) => Buffer.from(point.slice(from, from + 32)).toString('base64url')
  try {
    const key = { kty: 'EC', crv: 'P-256', x: part(0), y: part(32) }
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}
