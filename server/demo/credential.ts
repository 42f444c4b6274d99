import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Book } from './tables.ts'

/** PKCS #8 prefix of a raw Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const bytesFrom = (book: Book, length: number) =>
  Buffer.from(Array.from({ length }, () => book.between(0, 255)))

/** A constant key, acceptable for demo tickets only. */
export function demoKey(book: Book) {
  const key = Buffer.concat([ED25519_HEAD, bytesFrom(book, 32)])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
