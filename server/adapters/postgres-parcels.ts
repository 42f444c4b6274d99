import { randomUUID } from 'node:crypto'
import { dropOldest } from '#contract/lib/drop-oldest.ts'

/** PostgreSQL limits a notification to less than 8,000 bytes. */
const MAX_BYTES = 7_900
/** Size of a part before base64 encoding. */
const PART_BYTES = 5_800
/** Limit of incomplete messages, whose rest was lost. */
const MAX_OPEN = 100

/** Splits a message into notifications: one, or several parts if it is too long. */
export function parcelsOf(word: string): string[] {
  const bytes = Buffer.from(word)
  if (bytes.length <= MAX_BYTES) return [word]
  const id = randomUUID()
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, n) => {
    const part = bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES).toString('base64')
    return `${id} ${n} ${count} ${part}`
  })
}

/** Reassembles messages. Parts of one message arrive in order; those of several senders are interleaved. */
export function unpacker() {
  const open = new Map<string, Buffer[]>()

  /** Returns the message once it is complete. An unsplit message is JSON and starts with `[`. */
  return (parcel: string): string | null => {
    if (parcel.startsWith('[')) return parcel
    const [id = '', n, count, part = ''] = parcel.split(' ')
    const parts = open.get(id) ?? []
    open.delete(id)
    if (parts.length !== Number(n)) return null
    parts.push(Buffer.from(part, 'base64'))
    if (parts.length === Number(count)) return Buffer.concat(parts).toString()
    open.set(id, parts)
    dropOldest(open, MAX_OPEN)
    return null
  }
}
