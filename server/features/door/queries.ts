import { sql } from 'kysely'
import type { Gate } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { countUnissued } from './companion-queries.ts'

export const findTicket = (db: Db, id: string) =>
  db.selectFrom('digital_ticket').selectAll().where('id', '=', id).executeTakeFirst()

/** A gate of the ticket, revoked or not. */
export const findGate = (db: Db, ticketId: string, id: string) =>
  db
    .selectFrom('gate')
    .selectAll()
    .where('digital_ticket_id', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findByInvite = (db: Db, invite_hash: string) =>
  db.selectFrom('gate').selectAll().where('invite_hash', '=', invite_hash).executeTakeFirst()

/** Gates, joined with the user who claimed them and that user's door role. */
const withKeepers = (db: Db) =>
  db
    .selectFrom('gate')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'gate.digital_ticket_id')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .leftJoin('user as keeper', 'keeper.id', 'gate.claimed_by')
    .leftJoin('room_staff as door', (on) =>
      on
        .onRef('door.room_id', '=', 'room.id')
        .onRef('door.user_id', '=', 'gate.claimed_by')
        .on('door.role', '=', 'door'),
    )
    .where('gate.revoked_at', 'is', null)

/** True for a gate claimed by invitation, or by a person who may still work at the door. */
const isStillTheirs = sql<boolean>`(gate.claimed_by is null
  or (keeper.status = 'active' and (room.owner_id = gate.claimed_by or door.user_id is not null)))`

/** The active gate of a token, unless its room is suspended. */
export const findGateDevice = (db: Db, token_hash: string) =>
  withKeepers(db)
    .select(['gate.id', 'gate.digital_ticket_id', 'gate.public_key'])
    .where('gate.token_hash', '=', token_hash)
    .where('room.state', '!=', 9)
    .where(isStillTheirs)
    .executeTakeFirst()

/** Ids of gates claimed by people who may no longer work at the door. */
export async function listLapsed(db: Db, ticketId: string): Promise<Set<string>> {
  const rows = await withKeepers(db)
    .select('gate.id')
    .where('gate.digital_ticket_id', '=', ticketId)
    .where('gate.public_key', 'is not', null)
    .where(sql<boolean>`not ${isStillTheirs}`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Number of the gate's next log line, continuing after those of all its previous phones. */
export async function nextLine(db: Db, gateId: string): Promise<number> {
  const { seq } = await db
    .selectFrom('gate_log')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('gate_id', '=', gateId)
    .executeTakeFirstOrThrow()
  return seq === null ? 0 : Number(seq) + 1
}

export const insertGate = (tx: Tx, row: Gate) =>
  tx.insertInto('gate').values(row).returningAll().executeTakeFirstOrThrow()

export const updateGate = (tx: Tx, id: string, change: Partial<Gate>) =>
  tx.updateTable('gate').set(change).where('id', '=', id).execute()

/** Starts a new plan and returns its epoch. */
export async function nextEpoch(tx: Tx, ticketId: string): Promise<number> {
  const { plan_epoch } = await tx
    .updateTable('digital_ticket')
    .set((eb) => ({
      plan_epoch: eb('plan_epoch', '+', 1),
      door_changes: eb('door_changes', '+', 1),
    }))
    .where('id', '=', ticketId)
    .returning('plan_epoch')
    .executeTakeFirstOrThrow()
  return plan_epoch
}

/** Sets the gate printed on the tickets of this sequence range; null: on all. */
export const printGate = (
  tx: Tx,
  ticketId: string,
  gate_hint: string,
  range: { from: number; to: number } | null,
) =>
  tx
    .updateTable('issued_ticket')
    .set({ gate_hint })
    .where('digital_ticket_id', '=', ticketId)
    .$call((q) => (range ? q.where('seq', '>=', range.from).where('seq', '<=', range.to) : q))
    .execute()

/** Tickets as listed in the bundle. */
export const listForDoors = (db: Db, ticketId: string) =>
  db
    .selectFrom('issued_ticket')
    .leftJoin('paper_ticket', 'paper_ticket.issued_ticket_id', 'issued_ticket.id')
    .select(['id', 'hash', 'number', 'status', 'issued_ticket.generation', 'used_at'])
    .select(['used_gate_id as used_gate', 'paper_ticket.generation as paper'])
    .select('ticket_type_id as type')
    .where('digital_ticket_id', '=', ticketId)
    .orderBy('seq')
    .execute()

/** Ticket types as listed in the bundle. */
export const listTypesForDoors = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticket_type')
    .select(['id', 'name', 'color', 'note'])
    .where('digital_ticket_id', '=', ticketId)
    .orderBy('position')
    .execute()

export const listKeys = (db: Db, ticketId: string) =>
  db
    .selectFrom('credential_key')
    .select(['id', 'public_key'])
    .where('digital_ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Counts of tickets valid for entry, and of used ones, with the seats of companions. */
export async function countTickets(db: Db, ticketId: string) {
  const rows = await db
    .selectFrom('issued_ticket')
    .select((eb) => ['status', eb.fn.countAll().as('count'), eb.fn.count('used_at').as('entered')])
    .where('digital_ticket_id', '=', ticketId)
    .groupBy('status')
    .execute()
  const sum = (of: typeof rows, column: 'count' | 'entered') =>
    of.reduce((total, row) => total + Number(row[column]), 0)
  const good = rows.filter(({ status }) => status === 'valid' || status === 'used')
  const unissued = await countUnissued(db, ticketId)
  return {
    issued: sum(good, 'count') + unissued.issued,
    entered: sum(rows, 'entered') + unissued.entered,
  }
}

/** Handle of the owner of the ticket's room. */
export async function roomidOf(db: Db, ticketId: string): Promise<string> {
  const { name } = await db
    .selectFrom('digital_ticket')
    .innerJoin('room', 'room.id', 'digital_ticket.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select('user.name')
    .where('digital_ticket.id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return name
}
