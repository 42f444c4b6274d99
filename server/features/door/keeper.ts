import type { Deps, Keeper } from '#server/process/deps.ts'
import * as query from './queries.ts'
import { hashOf, looksLikeToken } from './secrets.ts'

/** Knows a gate's phone by its token; a revoked one is nobody, from the same moment on. */
export const gateKeepers =
  ({ db }: Pick<Deps, 'db'>) =>
  async (token: string): Promise<Keeper | null> => {
    if (!looksLikeToken(token)) return null
    const gate = await query.findKeeper(db, hashOf(token))
    if (!gate?.public_key) return null
    return { gateId: gate.id, ticketId: gate.digital_ticket_id, publicKey: gate.public_key }
  }
