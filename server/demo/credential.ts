import {
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { Schema } from '#server/db/schema.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Book } from './book.ts'

/** PKCS #8 around a raw Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

const bytesFrom = (book: Book, length: number) =>
  Buffer.from(Array.from({ length }, () => book.between(0, 255)))

/** A key that is the same each time: fit for a demo, whose tickets open no real door. */
export function demoKey(book: Book) {
  const der = Buffer.concat([ED25519_HEAD, bytesFrom(book, 32)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Under the server's secret: a stolen database signs no ticket. */
export function seal(book: Book, key: KeyObject, secrets: Secrets): string {
  const secret = createHash('sha256').update(`seal:${secrets.link}`).digest()
  const iv = bytesFrom(book, 12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const plain = key.export({ format: 'der', type: 'pkcs8' })
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

interface Holding {
  id: string
  ticket: Schema['digital_ticket']
  number: string
}

/** What a ticket's code holds: which key, which ticket, from when to when, and the signature over all of it. */
export function credentialOf(
  { id: keyId, privateKey }: { id: string; privateKey: KeyObject },
  { id, ticket, number }: Holding,
): string {
  const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)
  const said = [
    1,
    keyId,
    id,
    ticket.id,
    number,
    seconds(ticket.opens_at),
    seconds(ticket.valid_until),
  ]
  const payload = Buffer.from(JSON.stringify(said))
  return base45(Buffer.concat([payload, sign(null, payload, privateKey)]))
}

/** RFC 9285. */
function base45(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length
    let rest = pair ? bytes.readUInt16BE(at) : bytes[at]!
    for (let digit = 0; digit < (pair ? 3 : 2); digit++) {
      text += BASE45[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}
