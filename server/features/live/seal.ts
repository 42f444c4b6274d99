import { createHash, createHmac } from 'node:crypto'
import type { Deps } from '#server/process/deps.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Bearer secret of the ingest process. */
export const ingestBearer = ({ link }: Pick<Deps['secrets'], 'link'>) =>
  createHmac('sha256', link).update('ingest').digest('base64url')
