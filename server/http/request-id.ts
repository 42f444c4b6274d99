import { randomFillSync } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Crockford's base 32: no characters that sound or look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
/** Random bytes for hundreds of ids: each call of the generator is expensive. */
const chance = new Uint8Array(4_000)
let used = chance.length

/** `8F3K-01JD-Q7`: short enough to read out, and unique within a month of logs. */
export function newRequestId(): string {
  if (used + LENGTH > chance.length) {
    randomFillSync(chance)
    used = 0
  }
  let id = ''
  for (const byte of chance.subarray(used, used + LENGTH)) id += ALPHABET[byte % 32]
  used += LENGTH
  return `${id.slice(0, 4)}-${id.slice(4, 8)}-${id.slice(8)}`
}

/** Gives every response a request id (お問い合わせ番号), which identifies its log line. */
export const requestId: MiddlewareHandler = async (c, next) => {
  c.header('x-request-id', newRequestId())
  await next()
}
