import { sql } from 'kysely'
import type { StoredEntry } from '#contract/door/log.ts'
import { hasRow } from '#server/db/has-row.ts'
import type { GateLog, IssuedTicket } from '#server/db/schema/tickets.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Lines from before `happened_at` existed have the phone's own time only. */
const happened = sql<string>`coalesce(gate_log.happened_at, gate_log.scanned_at)`

/** False if the gate already has a line with this nonce. */
export const insertLine = (tx: Tx, line: GateLog): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('gate_log')
      .values(line)
      .onConflict((on) => on.columns(['gate_id', 'nonce']).doNothing())
      .returning('id'),
  )

export const findLine = (tx: Tx, gateId: string, nonce: string) =>
  tx
    .selectFrom('gate_log')
    .selectAll()
    .where('gate_id', '=', gateId)
    .where('nonce', '=', nonce)
    .executeTakeFirstOrThrow()

/** All log lines of these tickets at the ticket's gates, revoked gates included. */
export const listEntries = (
  db: Db,
  ticketId: string,
  hashes: readonly string[],
): Promise<(StoredEntry & { id: string })[]> =>
  db
    .selectFrom('gate_log')
    .innerJoin('gate', 'gate.id', 'gate_log.gate_id')
    .select([
      'gate_log.id',
      'gate_log.gate_id',
      'gate_log.nonce',
      'gate_log.seq',
      'gate_log.ticket_hash',
      'gate_log.scanned_at',
      'gate_log.did',
      'gate_log.reason',
      happened.as('happened_at'),
    ])
    .where('gate.digital_ticket_id', '=', ticketId)
    .where('gate_log.ticket_hash', 'in', hashes)
    .execute()

export const listIssuedBy = (tx: Db, ticketId: string, hashes: readonly string[]) =>
  tx
    .selectFrom('issued_ticket')
    .select(['id', 'hash', 'number', 'status', 'holder_id', 'used_at', 'used_gate_id', 'order_id'])
    .where('digital_ticket_id', '=', ticketId)
    .where('hash', 'in', hashes)
    .orderBy('id')
    .execute()
/** Hashes of the tickets of these orders. */
export async function listHashesOf(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('issued_ticket')
    .select('hash')
    .where('order_id', 'in', orderIds)
    .execute()
  return rows.map(({ hash }) => hash)
}

export type Touched = Awaited<ReturnType<typeof listIssuedBy>>[number]

export const setUsed = (
  tx: Tx,
  id: string,
  used: Pick<IssuedTicket, 'status' | 'used_at' | 'used_gate_id'>,
) => tx.updateTable('issued_ticket').set(used).where('id', '=', id).execute()

export const countAdmitted = (tx: Tx, gateId: string, by: number) =>
  tx
    .updateTable('gate')
    .set((eb) => ({ admitted: eb('admitted', '+', by) }))
    .where('id', '=', gateId)
    .execute()

const written = (db: Db, ticketId: string) =>
  db
    .selectFrom('gate_log')
    .innerJoin('gate', 'gate.id', 'gate_log.gate_id')
    .where('gate.digital_ticket_id', '=', ticketId)

/** Sorted newest first. */
export const listLines = (
  db: Db,
  ticketId: string,
  { gate, limit, offset }: { gate?: string | undefined; limit: number; offset: number },
) =>
  written(db, ticketId)
    .leftJoin('issued_ticket', (on) =>
      on
        .onRef('issued_ticket.hash', '=', 'gate_log.ticket_hash')
        .onRef('issued_ticket.digital_ticket_id', '=', 'gate.digital_ticket_id'),
    )
    .select([
      'gate_log.id',
      'gate.name as gate',
      'issued_ticket.number',
      'gate_log.did',
      'gate_log.reason',
      'gate_log.received_at',
      happened.as('happened_at'),
    ])
    .$call((q) => (gate ? q.where('gate.id', '=', gate) : q))
    .orderBy(happened, 'desc')
    .orderBy('gate_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Tickets with more than one entry, undone or not, and ended tickets with an entry. */
export async function listSuspect(db: Db, ticketId: string): Promise<string[]> {
  const rows = await written(db, ticketId)
    .innerJoin('issued_ticket', 'issued_ticket.hash', 'gate_log.ticket_hash')
    .select(['gate_log.ticket_hash', 'issued_ticket.status'])
    .where('gate_log.did', 'in', ['admit', 'override'])
    .groupBy(['gate_log.ticket_hash', 'issued_ticket.status'])
    .having((eb) =>
      eb.or([
        eb(eb.fn.countAll(), '>', 1),
        eb('issued_ticket.status', 'in', ['cancelled', 'transferred']),
      ]),
    )
    .execute()
  return rows.map(({ ticket_hash }) => ticket_hash)
}

export async function countDid(db: Db, ticketId: string) {
  const rows = await written(db, ticketId)
    .select((eb) => ['gate_log.did', eb.fn.countAll().as('count')])
    .groupBy('gate_log.did')
    .execute()
  return new Map(rows.map(({ did, count }) => [did, Number(count)]))
}

/** Time of the first tear of each ticket on its holder's phone, by id. */
export async function firstTears(db: Db, issuedIds: readonly string[]) {
  if (issuedIds.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('tear')
    .select((eb) => ['issued_ticket_id', eb.fn.min('happened_at').as('at')])
    .where('issued_ticket_id', 'in', issuedIds)
    .groupBy('issued_ticket_id')
    .execute()
  return new Map(rows.map(({ issued_ticket_id, at }) => [issued_ticket_id, at]))
}

/** Tickets that were both torn by hand and admitted at a gate. */
export async function listTornAndAdmitted(db: Db, ticketId: string): Promise<string[]> {
  const rows = await written(db, ticketId)
    .innerJoin('issued_ticket', 'issued_ticket.hash', 'gate_log.ticket_hash')
    .innerJoin('tear', 'tear.issued_ticket_id', 'issued_ticket.id')
    .select('issued_ticket.hash')
    .distinct()
    .where('gate_log.did', 'in', ['admit', 'override'])
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Names of gates with two lines of the same number, which indicates a copied storage. */
export async function listCopied(db: Db, ticketId: string): Promise<string[]> {
  const rows = await written(db, ticketId)
    .select(['gate.id', 'gate.name'])
    .groupBy(['gate.id', 'gate.name', 'gate_log.seq'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return [...new Map(rows.map(({ id, name }) => [id, name])).values()]
}

/** Names of all gates, revoked ones included. */
export async function gateNames(db: Db, ticketId: string): Promise<Map<string, string>> {
  const gates = await db
    .selectFrom('gate')
    .select(['id', 'name'])
    .where('digital_ticket_id', '=', ticketId)
    .execute()
  return new Map(gates.map(({ id, name }) => [id, name]))
}

/** The product of a ticket, and the gate of its entry, if any. */
export const findUse = (tx: Tx, issuedId: string) =>
  tx
    .selectFrom('issued_ticket')
    .innerJoin('digital_ticket', 'digital_ticket.id', 'issued_ticket.digital_ticket_id')
    .leftJoin('gate', 'gate.id', 'issued_ticket.used_gate_id')
    .select(['digital_ticket.title', 'gate.name as gate'])
    .where('issued_ticket.id', '=', issuedId)
    .executeTakeFirstOrThrow()
