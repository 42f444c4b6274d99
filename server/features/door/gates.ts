// Gates: planned by the owner, claimed by the first phone that opens the invitation.

import { createPublicKey } from 'node:crypto'
import { GATES_MAX } from '#contract/door/limits.ts'
import {
  GATE_CLOSED,
  GATE_TAKEN,
  INVITE_TAKEN,
  INVITE_UNKNOWN,
  TOO_MANY_GATES,
} from '#contract/door/messages.ts'
import { DEVICE_KEY_WRONG } from '#contract/tickets/messages.ts'
import type { DigitalTicket, Gate } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { deviceKey } from '#server/features/tickets/holding/device-key.ts'
import { listGates, lockTicket } from '#server/features/tickets/issuing/issue-queries.ts'
import * as keys from '#server/features/tickets/issuing/signing-keys.ts'
import { rawPublic } from '#server/features/tickets/issuing/signing-keys.ts'
import { seqsOf } from '#server/features/tickets/issuing/ticket-number.ts'
import { listTypes } from '#server/features/tickets/types/queries.ts'
import { ApiError, invalid, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { plannedRanges } from './assignment.ts'
import { newInvite, newToken, secretHashOf } from './gate-tokens.ts'
import { mayPlanDoors } from './policy.ts'
import { presentGate } from './present.ts'
import * as query from './queries.ts'
import {
  type DoorCaller,
  getVisibleTicket,
  getVisibleTicketFor,
  type Named,
} from './visible-ticket.ts'

type AtGate = Named & { gid: string }
interface GateInput {
  name: string
  range: { from: number; to: number } | null
}

interface Taker {
  room_id: string
  public_key: string
  /** The logged-in user; null for a claim by invitation. */
  claimed_by: string | null
  /** Error message for a gate claimed by another phone. */
  taken: string
}

const urlOf = (deps: Deps, invite: string) => `${deps.config.siteUrl}/gate#${invite}`

async function lock(tx: Tx, id: string): Promise<DigitalTicket> {
  return orNotFound(await lockTicket(tx, id))
}

/** Starts a new plan and updates the gate printed on each ticket. */
async function plan(tx: Tx, ticket: DigitalTicket) {
  await query.nextEpoch(tx, ticket.id)
  const gates = plannedRanges(await listGates(tx, ticket.id))
  if (gates.length === 0) await query.printGate(tx, ticket.id, '', null)
  const ofTypes = (await listTypes(tx, [ticket.id])).filter((type) => type.number_prefix !== null)
  // A range is of the numbers of every series.
  for (const { name, ranges } of gates)
    for (const span of ranges)
      for (const type of [null, ...ofTypes]) {
        const { from, to } = seqsOf(span, ticket, type)
        if (from <= to) await query.printGate(tx, ticket.id, name, { from, to })
      }
}

/** Assigns the gate to the phone with this key. The same phone may repeat the call after a lost response. */
async function give(
  deps: Deps,
  tx: Tx,
  gate: Gate,
  { room_id, public_key, claimed_by, taken }: Taker,
) {
  if (gate.revoked_at) throw new ApiError(410, GATE_CLOSED)
  if (gate.public_key !== null && gate.public_key !== public_key) throw new ApiError(409, taken)
  const gate_token = newToken()
  const claimed_at = gate.claimed_at ?? isoNow(deps)
  const seq = await query.nextLine(tx, gate.id)
  const token_hash = secretHashOf(gate_token)
  await query.updateGate(tx, gate.id, { public_key, token_hash, claimed_at, claimed_by })
  const { id, key } = await keys.forGates(deps, tx, gate.digital_ticket_id)
  const shown = { id, public_key: rawPublic(createPublicKey(key)) }
  return {
    gate_token,
    room_id,
    ticket_id: gate.digital_ticket_id,
    gate_id: gate.id,
    name: gate.name,
    key: shown,
    seq,
  }
}

/** Frees the gate for another phone and invalidates its invitation; its log stays. */
async function release(tx: Tx, gate: Gate): Promise<Gate> {
  const change = { ...NOBODYS, invite_hash: secretHashOf(newInvite()) }
  await query.updateGate(tx, gate.id, change)
  return { ...gate, ...change }
}

/** Frees the gate if its person may no longer work at the door. */
const freed = async (tx: Tx, gate: Gate): Promise<Gate> =>
  (await query.listLapsed(tx, gate.digital_ticket_id)).has(gate.id) ? release(tx, gate) : gate

function assertPublicKey(public_key: string) {
  if (!deviceKey(public_key)) throw invalid({ public_key: [DEVICE_KEY_WRONG] })
}

export async function list(deps: Deps, viewer: Viewer, params: Named) {
  await getVisibleTicket(deps.read, viewer, params)
  const gates = await listGates(deps.read, params.id)
  const lapsed = await query.listLapsed(deps.read, params.id)
  return gates.map((gate) => presentGate(gate, gates, lapsed))
}

export async function create(
  deps: Deps,
  viewer: Viewer,
  params: Named,
  { name, range }: GateInput,
) {
  await getVisibleTicket(deps.db, viewer, params, mayPlanDoors)
  const id = deps.newId()
  const invite = newInvite()
  const created = await transact(deps.db, async (tx) => {
    const ticket = await lock(tx, params.id)
    assertNoOverlap(await listGates(tx, params.id), { name, range })
    const gate = await query.insertGate(tx, {
      ...UNCLAIMED,
      id,
      digital_ticket_id: params.id,
      name,
      range_from: range?.from ?? null,
      range_to: range?.to ?? null,
      invite_hash: secretHashOf(invite),
      created_at: isoNow(deps),
    })
    await plan(tx, ticket)
    const gates = await listGates(tx, params.id)
    return presentGate(gate, gates, new Set())
  })
  return { ...created, invite_url: urlOf(deps, invite) }
}

export async function invite(deps: Deps, viewer: Viewer, params: AtGate) {
  await getVisibleTicket(deps.db, viewer, params, mayPlanDoors)
  const invite = newInvite()
  await transact(deps.db, async (tx) => {
    await lock(tx, params.id)
    const gate = await query.findGate(tx, params.id, params.gid)
    if (!gate || gate.revoked_at) throw notFound()
    if ((await freed(tx, gate)).public_key) throw new ApiError(409, GATE_TAKEN)
    await query.updateGate(tx, gate.id, { invite_hash: secretHashOf(invite) })
  })
  return { invite_url: urlOf(deps, invite) }
}

/** Ends the gate: its phone loses access at once, and its numbers go to other gates. */
export async function revoke(deps: Deps, viewer: Viewer, params: AtGate) {
  await getVisibleTicket(deps.db, viewer, params, mayPlanDoors)
  await transact(deps.db, async (tx) => {
    const ticket = await lock(tx, params.id)
    const gate = orNotFound(await query.findGate(tx, params.id, params.gid))
    if (gate.revoked_at) return
    await query.updateGate(tx, gate.id, { revoked_at: isoNow(deps), token_hash: null, held: '[]' })
    await plan(tx, ticket)
  })
}

export async function claim(
  deps: Deps,
  { invite, public_key }: { invite: string; public_key: string },
) {
  assertPublicKey(public_key)
  const row = await query.findByInvite(deps.db, secretHashOf(invite))
  if (!row) throw new ApiError(404, INVITE_UNKNOWN)
  const room_id = await query.roomidOf(deps.db, row.digital_ticket_id)
  return transact(deps.db, async (tx) => {
    await lock(tx, row.digital_ticket_id)
    const gate = await query.findByInvite(tx, secretHashOf(invite))
    if (!gate) throw new ApiError(404, INVITE_UNKNOWN)
    const { claimed_by } = gate
    return give(deps, tx, gate, { room_id, public_key, claimed_by, taken: INVITE_TAKEN })
  })
}

export async function work(deps: Deps, viewer: Viewer, params: AtGate, public_key: string) {
  assertPublicKey(public_key)
  await getVisibleTicket(deps.db, viewer, params)
  return transact(deps.db, async (tx) => {
    await lock(tx, params.id)
    const gate = orNotFound(await query.findGate(tx, params.id, params.gid))
    const taker = { room_id: params.roomid, claimed_by: viewer.id, taken: GATE_TAKEN }
    // The same phone with another user keeps its gate.
    const isSame = gate.public_key === public_key
    return give(deps, tx, isSame ? gate : await freed(tx, gate), { ...taker, public_key })
  })
}

/** Called by the gate's phone, or by a person with the right to do so when the phone is lost. */
export async function leave(deps: Deps, { viewer, gate: device }: DoorCaller, params: AtGate) {
  await getVisibleTicketFor(deps.db, { viewer, gate: device }, params)
  await transact(deps.db, async (tx) => {
    await lock(tx, params.id)
    const gate = orNotFound(await query.findGate(tx, params.id, params.gid))
    if (gate.revoked_at || gate.public_key === null) return
    // The gate may have been given to another phone since the token was checked.
    if (device && device.publicKey !== gate.public_key) return
    if (viewer && gate.claimed_by !== viewer.id)
      await getVisibleTicket(tx, viewer, params, mayPlanDoors)
    await release(tx, gate)
  })
}

const NOBODYS = {
  token_hash: null,
  public_key: null,
  held: '[]',
  claimed_at: null,
  claimed_by: null,
} as const
const UNCLAIMED = {
  ...NOBODYS,
  epoch: 0,
  admitted: 0,
  last_sync_at: null,
  revoked_at: null,
} as const

/** Refuses a name or number range of another gate, since each ticket is sent to exactly one gate. */
function assertNoOverlap(gates: readonly Gate[], { name, range }: GateInput) {
  if (gates.length >= GATES_MAX) throw new ApiError(409, TOO_MANY_GATES)
  if (gates.some((gate) => gate.name === name))
    throw invalid({ name: ['同じ名前の入口があります'] })
  const shared = gates.find(({ range_from, range_to }) =>
    range === null || range_from === null || range_to === null
      ? range === null && range_from === null
      : range.from <= range_to && range_from <= range.to,
  )
  if (!shared) return
  const message = range
    ? `整理番号の範囲が「${shared.name}」と重なっています`
    : `残りの番号は「${shared.name}」が受け付けます。範囲を入力してください`
  throw invalid({ range: [message] })
}
