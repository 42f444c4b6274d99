import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** What opens a gate: kept as a hash alone. The prefix tells a token from a login. */
export const newToken = () => `gate_${randomBytes(BYTES).toString('base64url')}`
export const newInvite = () => randomBytes(BYTES).toString('base64url')
export const hashOf = (word: string) => createHash('sha256').update(word).digest('hex')
export const looksLikeToken = (word: string) => /^gate_[\w-]{43}$/.test(word)
