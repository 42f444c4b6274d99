import { randomInt } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Crockford's letters: nothing that is mistaken for something else when read out on the phone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTHS = [4, 4, 2]

/** `8F3K-01JD-Q7`: short enough to read out, long enough to find one request in a month of logs. */
export const newRequestId = () =>
  LENGTHS.map((length) =>
    Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Names every response, so that a person's お問い合わせ番号 leads to its log line. */
export const requestId: MiddlewareHandler = async (c, next) => {
  c.header('x-request-id', newRequestId())
  await next()
}
