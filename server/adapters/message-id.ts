import { createHash } from 'node:crypto'

/** The same key gives the same Message-ID, by which mail programs detect duplicates. */
export const messageIdOf = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostOf(from)}>`

const hostOf = (from: string) => from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'
