import { createHash, createHmac, randomBytes } from 'node:crypto'

export const newRefreshToken = () => randomBytes(32).toString('base64url')

/** Tokens are stored hashed, so that a stolen database contains no usable token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Derived from the token, so that two tabs refreshing with the same token get the same successor. */
export const successorOf = (token: string, secret: string) =>
  createHmac('sha256', secret).update(`refresh:${token}`).digest('base64url')
