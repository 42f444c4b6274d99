import { createHash, createHmac } from 'node:crypto'
import type { Deps } from '#server/process/deps.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What the ingest process shows to be known as ours. */
export const ingestBearer = ({ link }: Pick<Deps['secrets'], 'link'>) =>
  createHmac('sha256', link).update('ingest').digest('base64url')
