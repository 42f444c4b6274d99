import type { GateDevice, GivenDeps } from '#server/process/deps.ts'
import { looksLikeToken, secretHashOf } from './gate-tokens.ts'
import * as query from './queries.ts'

/** Authenticates a gate's phone by its token; a revoked token stops working at once. */
export async function gateOf(deps: GivenDeps, token: string): Promise<GateDevice | null> {
  if (!looksLikeToken(token)) return null
  const gate = await query.findGateDevice(deps.db, secretHashOf(token))
  if (!gate?.public_key) return null
  return { gateId: gate.id, ticketId: gate.digital_ticket_id, publicKey: gate.public_key }
}
