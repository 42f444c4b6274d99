// Bundle for offline work at a gate. It contains no names.

import { hash, sign } from 'node:crypto'
import { bundleBytes, type DoorBundle } from '#contract/door/bundle.ts'
import { GATE_CLOSED } from '#contract/door/messages.ts'
import type { EntryPlan } from '#contract/door/verdict.ts'
import { defined } from '#contract/lib/defined.ts'
import type { DigitalTicket, Gate } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { holdTicket, listGates } from '#server/features/tickets/issuing/issue-queries.ts'
import * as keys from '#server/features/tickets/issuing/signing-keys.ts'
import { listPrefixes } from '#server/features/tickets/types/queries.ts'
import { Reply, Tagged } from '#server/http/answers/reply.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import type { Deps } from '#server/process/deps.ts'
import { heldOf, isSame, rangesFor } from './assignment.ts'
import { companionsForDoors } from './companion-doors.ts'
import * as query from './queries.ts'
import { secondNumbers } from './second-numbers.ts'
import { type DoorCaller, getVisibleTicketFor, type Named } from './visible-ticket.ts'

type AtGate = Named & { gid: string }

/** Records the gate's ranges before they are sent: from then on no other gate is sent these numbers. */
async function bundleFor(tx: Tx, gate: Gate, gates: Gate[]) {
  const spread = rangesFor(gate.id, gates)
  const { ranges } = defined(
    spread.find(({ id }) => id === gate.id),
    'the gate',
  )
  const assignments = heldOf(gate)
  const last = assignments.at(-1)
  if (!last || !isSame(last.ranges, ranges)) {
    const epoch = await query.nextEpoch(tx, gate.digital_ticket_id)
    const now = [...assignments, { epoch, ranges: [...ranges] }]
    await query.updateGate(tx, gate.id, { held: JSON.stringify(now) })
  }
  return spread
}

/** The tickets, with their types if they have some, and with what tells their series apart if they have several. */
async function ticketsForDoors(
  tx: Tx,
  ticket: DigitalTicket,
): Promise<Pick<EntryPlan, 'tickets' | 'types' | 'prefixes'>> {
  const types = await query.listTypesForDoors(tx, ticket.id)
  const companions = await companionsForDoors(tx, ticket.id)
  const tickets = (await query.listForDoors(tx, ticket.id)).map(({ id, ...ticket }) => {
    const of = companions.get(id)
    return of ? { ...ticket, companions: of } : ticket
  })
  const prefixes = await listPrefixes(tx, ticket)
  if (prefixes.length > 1)
    return { types, prefixes, tickets: [...tickets, ...secondNumbers(tickets)] }
  return types.length > 0
    ? { types, tickets }
    : { tickets: tickets.map(({ type, ...ticket }) => ticket) }
}

async function write(tx: Tx, started: string, roomid: string, ticket: DigitalTicket, gate: Gate) {
  const gates = await bundleFor(tx, gate, await listGates(tx, ticket.id))
  const { plan_epoch, door_changes } = defined(await query.findTicket(tx, ticket.id), 'the ticket')
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
      named: ticket.named === 1,
      gates,
      ...(await ticketsForDoors(tx, ticket)),
    },
    keys: await query.listKeys(tx, ticket.id),
  }
  return { payload: JSON.stringify(bundle), door_changes }
}

/** ETag of the bundle. It changes with a restart, since a backup may have been restored. */
const tagOf = (started: string, { roomid, id, gid }: AtGate, changes: number) =>
  hash('sha1', JSON.stringify([started, roomid, id, gid, changes]), 'base64url')

async function make(deps: Deps, started: string, params: AtGate) {
  const { payload, door_changes, key_id, key } = await transact(deps.db, async (tx) => {
    const ticket = await holdTicket(tx, params.id)
    const gate = ticket && (await query.findGate(tx, params.id, params.gid))
    if (!gate) throw notFound()
    assertActive(gate)
    const { id: key_id, key } = await keys.forGates(deps, tx, ticket.id)
    return { ...(await write(tx, started, params.roomid, ticket, gate)), key_id, key }
  })
  const signature = sign(null, bundleBytes(payload), key).toString('base64url')
  return new Reply({ payload, key_id, signature }, { tag: tagOf(started, params, door_changes) })
}

/** `started` identifies this run of the process. */
export async function getBundle(deps: Deps, started: string, caller: DoorCaller, params: AtGate) {
  const { door_changes } = await getVisibleTicketFor(deps.db, caller, params)
  const gate = orNotFound(await query.findGate(deps.db, params.id, params.gid))
  assertActive(gate)
  return new Tagged(tagOf(started, params, door_changes), () => make(deps, started, params))
}

function assertActive({ revoked_at }: Gate) {
  if (revoked_at) throw new ApiError(410, GATE_CLOSED)
}
