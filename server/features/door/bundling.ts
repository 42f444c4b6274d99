import { hash, sign } from 'node:crypto'
import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { GATE_CLOSED } from '#contract/messages.ts'
import type { DigitalTicket, Gate } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { holdTicket, listGates } from '#server/features/tickets/issuing/issue-queries.ts'
import { ticketKeys } from '#server/features/tickets/issuing/signing.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { Reply, Tagged } from '#server/http/reply.ts'
import type { Deps } from '#server/process/deps.ts'
import { heldOf, isSame, spansFor } from './assignment.ts'
import * as query from './queries.ts'
import { type Caller, type Named, seeAsKeeper } from './standing.ts'

type AtGate = Named & { gid: string }
type BundleDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets'>

/** What a gate takes with it to where there is no network. Nobody's name is in it. */
export function bundling(deps: BundleDeps) {
  const { db } = deps
  const keys = ticketKeys(deps)
  const started = deps.newId()

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
    const { plan_epoch, door_changes } = (await query.findTicket(tx, ticket.id))!
    const bundle: DoorBundle = {
      v: 1,
      room_id: roomid,
      gate_id: gate.id,
      title: ticket.title,
      venue: ticket.venue,
      starts_at: ticket.starts_at,
      teller: started,
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
    return { payload: JSON.stringify(bundle), door_changes }
  }

  /** Of what a gate is told at a time: after a restart it is asked anew, since a backup may have been put back. */
  const tagOf = ({ roomid, id, gid }: AtGate, changes: number) =>
    hash('sha1', JSON.stringify([started, roomid, id, gid, changes]), 'base64url')

  async function make(named: AtGate) {
    const { payload, door_changes, key_id, key } = await transact(db, async (tx) => {
      const ticket = await holdTicket(tx, named.id)
      const gate = ticket && (await query.findGate(tx, named.id, named.gid))
      if (!gate) throw notFound()
      demandOpen(gate)
      const { id: key_id, key } = await keys.forGates(tx, ticket.id)
      return { ...(await write(tx, named.roomid, ticket, gate)), key_id, key }
    })
    const signature = sign(null, bundleBytes(payload), key).toString('base64url')
    return new Reply({ payload, key_id, signature }, { tag: tagOf(named, door_changes) })
  }

  return async (caller: Caller, named: AtGate) => {
    const { door_changes } = await seeAsKeeper(db, caller, named)
    const gate = await query.findGate(db, named.id, named.gid)
    if (!gate) throw notFound()
    demandOpen(gate)
    return new Tagged(tagOf(named, door_changes), () => make(named))
  }
}

function demandOpen({ revoked_at }: Gate) {
  if (revoked_at) throw new Refusal(410, GATE_CLOSED)
}
