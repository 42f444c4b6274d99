import { createHmac } from 'node:crypto'

/** Stripe's signature: the time in seconds, and an HMAC of `time.body`. */
export function sign(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}
