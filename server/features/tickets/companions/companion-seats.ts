// The seats of companions through the life of their purchase. While the leader's ticket is valid, each is exactly one
// seat that counts as taken: a row that is not handed over, or the ticket of the person who accepted it.

import { ticketHash } from '#contract/door/code.ts'
import type { CompanionSeat, DigitalTicket, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import * as rights from '#server/features/orders/right-queries.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { findNumberedType, nextSeq, setStatus } from '../issuing/issue-queries.ts'
import * as query from './queries.ts'

const KIND = 'digital_ticket'

export const isLive = ({ status }: Pick<IssuedTicket, 'status'>) =>
  status === 'valid' || status === 'used'

/** A ticket that nobody has yet: doors know the seat by its hash already. */
async function unissued(deps: Deps, tx: Tx, ticketId: Id, typeId: Id | null) {
  const ticket_id = deps.newId()
  const seq = await nextSeq(tx, ticketId, await findNumberedType(tx, typeId))
  return { ticket_id, hash: await ticketHash(ticket_id), seq }
}

/** Reserves seats beside the leader's, with the next numbers. The caller holds the lock on the ticket's row. */
export async function reserveSeats(
  deps: Deps,
  tx: Tx,
  ticket: Pick<DigitalTicket, 'id'>,
  leader: { id: Id; ticketTypeId: Id | null },
  count: number,
) {
  const rows: CompanionSeat[] = []
  for (let n = 0; n < count; n++)
    rows.push({
      ...(await unissued(deps, tx, ticket.id, leader.ticketTypeId)),
      ...{ id: deps.newId(), leader_id: leader.id, digital_ticket_id: ticket.id },
      ...{ state: 'open', link_hash: null, created_at: isoNow(deps) },
      ...{ admitted_at: null, admitted_gate_id: null },
    })
  if (rows.length > 0) await query.insertSeats(tx, rows)
}

interface Ended {
  /** How many seats are free now. */
  seats: number
  /** The holders of tickets that ended. */
  holders: Id[]
}

/**
 * Ends the seats of a leader whose ticket ends. `keepHandedOver`: tickets of others stay, since nothing is refunded.
 */
export async function endSeats(
  tx: Tx,
  leaderId: Id,
  { at, keepHandedOver = false }: { at: string; keepHandedOver?: boolean | undefined },
): Promise<Ended> {
  const ended: Ended = { seats: 0, holders: [] }
  for (const seat of await query.listSeats(tx, leaderId)) {
    const { state, ticket_id } = seat
    if (state === 'cancelled' || (state === 'accepted' && keepHandedOver)) continue
    if (state === 'accepted') ended.holders.push(await endIssued(tx, ticket_id, at))
    await query.updateSeat(tx, seat.id, { state: 'cancelled' })
    ended.seats++
  }
  return ended
}

async function endIssued(tx: Tx, ticketId: string, at: string): Promise<Id> {
  const issued = await query.getIssuedById(tx, ticketId)
  const { holder_id: userId, digital_ticket_id: productId } = issued
  await rights.takeRight(tx, { kind: KIND, userId, productId, orderId: null, at })
  await setStatus(tx, ticketId, 'cancelled')
  return userId
}

/** Gives back the seats that ended with the leader's ticket. Returns the holders whose tickets are valid again. */
export async function restoreSeats(
  deps: Deps,
  tx: Tx,
  { id, digital_ticket_id: productId }: Pick<IssuedTicket, 'id' | 'digital_ticket_id'>,
): Promise<Id[]> {
  const holders: Id[] = []
  for (const seat of await query.listSeats(tx, id)) {
    if (seat.state !== 'cancelled') continue
    const issued = await query.findIssuedById(tx, seat.ticket_id)
    if (!issued) {
      await query.updateSeat(tx, seat.id, { state: seat.admitted_at ? 'admitted' : 'open' })
      continue
    }
    const { holder_id: userId } = issued
    const right = { kind: KIND, userId, productId, orderId: null, at: isoNow(deps) } as const
    if (await rights.returnRight(tx, right)) {
      await setStatus(tx, issued.id, issued.used_at ? 'used' : 'valid')
      await query.updateSeat(tx, seat.id, { state: 'accepted' })
      holders.push(userId)
    } else await takeBack(deps, tx, seat, issued)
  }
  return holders
}

/** The seat of a ticket that ended without its purchase is the leader's again, unless somebody sat on it. */
async function takeBack(deps: Deps, tx: Tx, seat: CompanionSeat, issued: IssuedTicket) {
  if (!issued.used_at) {
    const fresh = await unissued(deps, tx, seat.digital_ticket_id, issued.ticket_type_id)
    return query.updateSeat(tx, seat.id, { ...fresh, state: 'open', link_hash: null })
  }
  const used = { admitted_at: issued.used_at, admitted_gate_id: issued.used_gate_id }
  return query.updateSeat(tx, seat.id, { ...used, state: 'admitted', link_hash: null })
}

/**
 * What becomes of the seat of a ticket that ends alone, as its holder's account is deleted. `taken`: it counts on as
 * taken, since the leader may hand it over again. `free`: it was nobody's companion, or the leader's ticket has ended.
 */
export async function leaveSeat(
  deps: Deps,
  tx: Tx,
  issued: IssuedTicket,
): Promise<'taken' | 'free'> {
  const seat = await query.findByTicket(tx, issued.id)
  if (!seat) return 'free'
  const leader = await query.getIssuedById(tx, seat.leader_id)
  if (isLive(leader)) {
    await takeBack(deps, tx, seat, issued)
    return 'taken'
  }
  await query.updateSeat(tx, seat.id, { state: 'cancelled' })
  return 'free'
}
