import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** Secret of a gate, stored as a hash. The prefix distinguishes it from an access token. */
export const newToken = () => `gate_${randomBytes(BYTES).toString('base64url')}`
export const newInvite = () => randomBytes(BYTES).toString('base64url')
export const secretHashOf = (word: string) => createHash('sha256').update(word).digest('hex')
export const looksLikeToken = (word: string) => /^gate_[\w-]{43}$/.test(word)
