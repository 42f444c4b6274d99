import { sign } from 'node:crypto'
import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { GATE_CLOSED } from '#contract/messages.ts'
import type { DigitalTicket, Gate } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import { listGates, lockTicket } from '#server/features/tickets/issue-queries.ts'
import { ticketKeys } from '#server/features/tickets/signing.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { heldOf, isSame, spansFor } from './assignment.ts'
import * as query from './queries.ts'
import { type Caller, type Named, seeAsKeeper } from './standing.ts'

type BundleDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets'>

/** What a gate takes with it to where there is no network. Nobody's name is in it. */
export function bundling(deps: BundleDeps) {
  const { db } = deps
  const keyOf = ticketKeys(deps)

  /** The gate's numbers, written down before they leave: from then on nobody else is told that they are theirs. */
  async function tell(tx: Tx, gate: Gate, gates: Gate[]) {
    const spread = spansFor(gate.id, gates)
    const { spans } = spread.find(({ id }) => id === gate.id)!
    const held = heldOf(gate)
    const last = held.at(-1)
    if (!last || !isSame(last.spans, spans)) {
      const epoch = await query.nextEpoch(tx, gate.digital_ticket_id)
      const now = [...held, { epoch, spans: [...spans] }]
      await query.updateGate(tx, gate.id, { held: JSON.stringify(now) })
    }
    return spread
  }

  async function write(tx: Tx, roomid: string, ticket: DigitalTicket, gate: Gate) {
    const gates = await tell(tx, gate, await listGates(tx, ticket.id))
    const { plan_epoch } = (await query.findTicket(tx, ticket.id))!
    const bundle: DoorBundle = {
      v: 1,
      room_id: roomid,
      gate_id: gate.id,
      title: ticket.title,
      venue: ticket.venue,
      starts_at: ticket.starts_at,
      epoch: plan_epoch,
      plan: {
        ticket_id: ticket.id,
        from: ticket.opens_at,
        until: ticket.valid_until,
        reentry: ticket.reentry === 1,
        gates,
        tickets: await query.listForDoors(tx, ticket.id),
      },
      keys: await query.listKeys(tx, ticket.id),
    }
    return JSON.stringify(bundle)
  }

  return async (caller: Caller, named: Named & { gid: string }) => {
    await seeAsKeeper(db, caller, named)
    return transact(db, async (tx) => {
      const ticket = await lockTicket(tx, named.id)
      const gate = ticket && (await query.findGate(tx, named.id, named.gid))
      if (!gate) throw notFound()
      if (gate.revoked_at) throw new Refusal(410, GATE_CLOSED)
      const { id, key } = await keyOf(tx, ticket.id)
      const payload = await write(tx, named.roomid, ticket, gate)
      const signature = sign(null, bundleBytes(payload), key).toString('base64url')
      return { payload, key_id: id, signature }
    })
  }
}
