import { randomFillSync } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Crockford's 32 letters: nothing that is mistaken for something else when read out on the phone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
/** Drawn for hundreds of names at once: a draw costs more than a name. */
const chance = new Uint8Array(4_000)
let used = chance.length

/** `8F3K-01JD-Q7`: short enough to read out, long enough to find one request in a month of logs. */
export function newRequestId(): string {
  if (used + LENGTH > chance.length) {
    randomFillSync(chance)
    used = 0
  }
  let letters = ''
  for (const end = used + LENGTH; used < end; used++) letters += LETTERS[chance[used]! % 32]
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`
}

/** Names every response, so that a person's お問い合わせ番号 leads to its log line. */
export const requestId: MiddlewareHandler = async (c, next) => {
  c.header('x-request-id', newRequestId())
  await next()
}
