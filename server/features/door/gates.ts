import { createPublicKey } from 'node:crypto'
import { GATES_MAX, NUMBER_MAX } from '#contract/limits.ts'
import {
  DEVICE_KEY_WRONG,
  GATE_CLOSED,
  GATE_TAKEN,
  INVITE_TAKEN,
  INVITE_UNKNOWN,
  TOO_MANY_GATES,
} from '#contract/messages.ts'
import type { DigitalTicket, Gate } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { deviceKey } from '#server/features/tickets/holding/device-key.ts'
import { listGates, lockTicket } from '#server/features/tickets/issuing/issue-queries.ts'
import { seqsOf } from '#server/features/tickets/issuing/numbering.ts'
import { rawPublic, ticketKeys } from '#server/features/tickets/issuing/signing.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { plannedSpans } from './assignment.ts'
import { mayPlanDoors } from './policy.ts'
import { presentGate } from './present.ts'
import * as query from './queries.ts'
import { hashOf, newInvite, newToken } from './secrets.ts'
import { type Caller, type Named, seeAsKeeper, seeDoors } from './standing.ts'

type GateDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'config' | 'secrets'>
type AtGate = Named & { gid: string }
interface Wanted {
  name: string
  range: { from: number; to: number } | null
}

interface Taker {
  room_id: string
  public_key: string
  /** Who is logged in; null for whoever has an invitation. */
  claimed_by: string | null
  /** What another phone is told. */
  taken: string
}

/** Gates are planned by the owner, and taken by the phone that opens their invitation first. */
export function gatesOf(deps: GateDeps) {
  const { db, read, clock, newId, config } = deps
  const keys = ticketKeys(deps)
  const now = () => clock.now().toISOString()
  const urlOf = (invite: string) => `${config.siteUrl}/gate#${invite}`

  async function lock(tx: Tx, id: string): Promise<DigitalTicket> {
    const ticket = await lockTicket(tx, id)
    if (!ticket) throw notFound()
    return ticket
  }

  /** A new plan, as it stands on the tickets from now on. */
  async function plan(tx: Tx, ticket: DigitalTicket) {
    await query.nextEpoch(tx, ticket.id)
    const gates = plannedSpans(await listGates(tx, ticket.id))
    if (gates.length === 0) await query.printGate(tx, ticket.id, '', 0, NUMBER_MAX)
    for (const { name, spans } of gates)
      for (const span of spans) {
        const { from, to } = seqsOf(span, ticket)
        if (from <= to) await query.printGate(tx, ticket.id, name, from, to)
      }
  }

  /** Gives the gate to the phone that has this key; the same phone may ask again, as its answer may have been lost. */
  async function give(tx: Tx, gate: Gate, { room_id, public_key, claimed_by, taken }: Taker) {
    if (gate.revoked_at) throw new Refusal(410, GATE_CLOSED)
    if (gate.public_key !== null && gate.public_key !== public_key) throw new Refusal(409, taken)
    const gate_token = newToken()
    const claimed_at = gate.claimed_at ?? now()
    const seq = await query.nextLine(tx, gate.id)
    const token_hash = hashOf(gate_token)
    await query.updateGate(tx, gate.id, { public_key, token_hash, claimed_at, claimed_by })
    const { id, key } = await keys.forGates(tx, gate.digital_ticket_id)
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

  /** Nobody's, and its numbers are the next phone's; the invitation by which it was taken takes it no more. What it did stays. */
  async function release(tx: Tx, gate: Gate): Promise<Gate> {
    const change = { ...NOBODYS, invite_hash: hashOf(newInvite()) }
    await query.updateGate(tx, gate.id, change)
    return { ...gate, ...change }
  }

  /** As it stands for another phone: one whose person may no longer work at the door is nobody's. */
  const freed = async (tx: Tx, gate: Gate): Promise<Gate> =>
    (await query.listLapsed(tx, gate.digital_ticket_id)).has(gate.id) ? release(tx, gate) : gate

  function demandKey(public_key: string) {
    if (!deviceKey(public_key)) throw invalid({ public_key: [DEVICE_KEY_WRONG] })
  }

  return {
    async list(viewer: Viewer, named: Named) {
      await seeDoors(read, viewer, named)
      const gates = await listGates(read, named.id)
      const lapsed = await query.listLapsed(read, named.id)
      return gates.map((gate) => presentGate(gate, gates, lapsed))
    },

    async create(viewer: Viewer, named: Named, { name, range }: Wanted) {
      await seeDoors(db, viewer, named, mayPlanDoors)
      const id = newId()
      const invite = newInvite()
      const made = await transact(db, async (tx) => {
        const ticket = await lock(tx, named.id)
        demandFree(await listGates(tx, named.id), { name, range })
        await query.insertGate(tx, {
          ...UNCLAIMED,
          id,
          digital_ticket_id: named.id,
          name,
          range_from: range?.from ?? null,
          range_to: range?.to ?? null,
          invite_hash: hashOf(invite),
          created_at: now(),
        })
        await plan(tx, ticket)
        const gates = await listGates(tx, named.id)
        return presentGate(gates.find((gate) => gate.id === id)!, gates, new Set())
      })
      return { ...made, invite_url: urlOf(invite) }
    },

    async invite(viewer: Viewer, named: AtGate) {
      await seeDoors(db, viewer, named, mayPlanDoors)
      const invite = newInvite()
      await transact(db, async (tx) => {
        await lock(tx, named.id)
        const gate = await query.findGate(tx, named.id, named.gid)
        if (!gate || gate.revoked_at) throw notFound()
        if ((await freed(tx, gate)).public_key) throw new Refusal(409, GATE_TAKEN)
        await query.updateGate(tx, gate.id, { invite_hash: hashOf(invite) })
      })
      return { invite_url: urlOf(invite) }
    },

    /** Its phone is shut out at once, and its numbers are others' from now on. */
    async revoke(viewer: Viewer, named: AtGate) {
      await seeDoors(db, viewer, named, mayPlanDoors)
      await transact(db, async (tx) => {
        const ticket = await lock(tx, named.id)
        const gate = await query.findGate(tx, named.id, named.gid)
        if (!gate) throw notFound()
        if (gate.revoked_at) return
        await query.updateGate(tx, gate.id, { revoked_at: now(), token_hash: null, held: '[]' })
        await plan(tx, ticket)
      })
    },

    async claim({ invite, public_key }: { invite: string; public_key: string }) {
      demandKey(public_key)
      const found = await query.findByInvite(db, hashOf(invite))
      if (!found) throw new Refusal(404, INVITE_UNKNOWN)
      const room_id = await query.roomidOf(db, found.digital_ticket_id)
      return transact(db, async (tx) => {
        await lock(tx, found.digital_ticket_id)
        const gate = await query.findByInvite(tx, hashOf(invite))
        if (!gate) throw new Refusal(404, INVITE_UNKNOWN)
        const { claimed_by } = gate
        return give(tx, gate, { room_id, public_key, claimed_by, taken: INVITE_TAKEN })
      })
    },

    async work(viewer: Viewer, named: AtGate, public_key: string) {
      demandKey(public_key)
      await seeDoors(db, viewer, named)
      return transact(db, async (tx) => {
        await lock(tx, named.id)
        const gate = await query.findGate(tx, named.id, named.gid)
        if (!gate) throw notFound()
        const taker = { room_id: named.roomid, claimed_by: viewer.id, taken: GATE_TAKEN }
        // The same phone in other hands goes on where it was.
        const isSame = gate.public_key === public_key
        return give(tx, isSame ? gate : await freed(tx, gate), { ...taker, public_key })
      })
    },

    /** A phone gives its gate up, or somebody who may takes it from a phone that is gone. */
    async leave({ viewer, gate: keeper }: Caller, named: AtGate) {
      await seeAsKeeper(db, { viewer, gate: keeper }, named)
      await transact(db, async (tx) => {
        await lock(tx, named.id)
        const gate = await query.findGate(tx, named.id, named.gid)
        if (!gate) throw notFound()
        if (gate.revoked_at || gate.public_key === null) return
        // It may have been given to another phone since this one was known by its token.
        if (keeper && keeper.publicKey !== gate.public_key) return
        if (viewer && gate.claimed_by !== viewer.id) await seeDoors(tx, viewer, named, mayPlanDoors)
        await release(tx, gate)
      })
    },
  }
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

/** Two gates share no number, and no name: people are sent to one of them. */
function demandFree(gates: readonly Gate[], { name, range }: Wanted) {
  if (gates.length >= GATES_MAX) throw new Refusal(409, TOO_MANY_GATES)
  if (gates.some((gate) => gate.name === name))
    throw invalid({ name: ['同じ名前の入口があります'] })
  const shared = gates.find(({ range_from, range_to }) =>
    range === null || range_from === null || range_to === null
      ? range === null && range_from === null
      : range.from <= range_to && range_from <= range.to,
  )
  if (!shared) return
  const words = range
    ? `整理番号の範囲が「${shared.name}」と重なっています`
    : `残りの番号は「${shared.name}」が受け付けます。範囲を入力してください`
  throw invalid({ range: [words] })
}
