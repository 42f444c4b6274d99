import { randomUUID } from 'node:crypto'

/** PostgreSQL takes less than 8,000 bytes at a time. */
const MAX_BYTES = 7_900
/** Of a part, before it is written as text. */
const PART_BYTES = 5_800
/** Words of which the rest never came. */
const MAX_OPEN = 100

/** A word as it goes over the line: as it is, or in parts. */
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

/** Puts parts together again. Each comes after the one before it; those of several senders are mixed. */
export function unpacker() {
  const open = new Map<string, Buffer[]>()

  /** The word, once all of it is there. A whole one is JSON, and begins as JSON does. */
  return (parcel: string): string | null => {
    if (parcel.startsWith('[')) return parcel
    const [id = '', n, count, part = ''] = parcel.split(' ')
    const parts = open.get(id) ?? []
    open.delete(id)
    if (parts.length !== Number(n)) return null
    parts.push(Buffer.from(part, 'base64'))
    if (parts.length === Number(count)) return Buffer.concat(parts).toString()
    open.set(id, parts)
    if (open.size > MAX_OPEN) open.delete(open.keys().next().value!)
    return null
  }
}
