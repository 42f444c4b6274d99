import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
} from 'node:crypto'

/** The receiving side of RFC 8291, independent of the library that encrypts. */
export interface DeviceKeys {
  /** Raw, base64url. */
  privateKey: string
  publicKey: string
  auth: string
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const hmac = (key: Buffer, ...data: (Buffer | string)[]) => {
  const hash = createHmac('sha256', key)
  for (const part of data) hash.update(part)
  return hash.digest()
}

export function newDeviceKeys(): DeviceKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    privateKey: pair.getPrivateKey('base64url'),
    publicKey: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** Decrypts a push message (RFC 8188, 2 and RFC 8291, 3.4). Throws if it is for another device. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: DeviceKeys): string {
  const [salt, recordSize, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('the push message has more than one record')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes(privateKey))
  const shared = hmac(bytes(auth), pair.computeSecret(sender))
  const ikm = hmac(shared, 'WebPush: info\0', bytes(publicKey), sender, Buffer.from([1]))
  const prk = hmac(salt, ikm)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', Buffer.from([1])).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', Buffer.from([1])).subarray(0, 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('the push message has no last record')
  return padded.subarray(0, end).toString('utf8')
}

interface Signed {
  /** The sender's VAPID key, base64url. */
  key: string
  claims: { aud: string; exp: number; sub?: string }
}

/** Verifies the VAPID header (RFC 8292, 2 and 3). Throws if the signature does not match the key. */
export function senderOf(authorization: string): Signed {
  const [, t, k] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head, claims, signature] = t!.split('.') as [string, string, string]
  const point = bytes(k!)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const text = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
    throw new Error('signed by another')
  return { key: k!, claims: JSON.parse(bytes(claims).toString()) as Signed['claims'] }
}
