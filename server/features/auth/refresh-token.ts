import { createHash, createHmac, randomBytes } from 'node:crypto'

export const newRefreshToken = () => randomBytes(32).toString('base64url')

/** What is stored: a stolen database opens no session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Derived, so that two tabs which refresh with the same token get the same successor. */
export const successorOf = (token: string, secret: string) =>
  createHmac('sha256', secret).update(`refresh:${token}`).digest('base64url')
