import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '#contract/door/calls.ts'
import { inOrder, type SortedWindow } from '#server/db/keyset.ts'
import type { CompanionSeat } from '#server/db/schema/tickets.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns, shownName } from '#server/features/auth/queries.ts'

/** Seats for companions that were bought with a ticket. */
const seatsOf = (is: '=' | '!=', state: CompanionSeat['state']) =>
  sql<number>`(select count(*) from companion_seat where companion_seat.leader_id = issued_ticket.id
    and companion_seat.state ${sql.raw(is)} ${state})`

const holders = (db: Db, ticketId: string) =>
  db
    .selectFrom('issued_ticket')
    .innerJoin('user', 'user.id', 'issued_ticket.holder_id')
    .leftJoin('order', 'order.id', 'issued_ticket.order_id')
    .leftJoin('gate', 'gate.id', 'issued_ticket.used_gate_id')
    .leftJoin('entrant', (on) =>
      on
        .onRef('entrant.digital_ticket_id', '=', 'issued_ticket.digital_ticket_id')
        .onRef('entrant.user_id', '=', 'issued_ticket.holder_id'),
    )
    .leftJoin('paper_ticket', 'paper_ticket.issued_ticket_id', 'issued_ticket.id')
    .leftJoin('ticket_type', 'ticket_type.id', 'issued_ticket.ticket_type_id')
    .leftJoin('companion_seat as bought', (on) =>
      on.onRef('bought.ticket_id', '=', 'issued_ticket.id').on('bought.state', '=', 'accepted'),
    )
    .leftJoin('issued_ticket as leader', 'leader.id', 'bought.leader_id')
    .select(memberColumns)
    .select('leader.number as companion_of')
    .select([seatsOf('!=', 'cancelled').as('companions'), seatsOf('=', 'open').as('waiting')])
    .select(['paper_ticket.name as paper_name', 'ticket_type.name as type'])
    .select([
      'issued_ticket.id as issued_id',
      'issued_ticket.number',
      'issued_ticket.status',
      'issued_ticket.used_at',
      'issued_ticket.issued_at',
      'issued_ticket.holder_id',
      'issued_ticket.order_id',
      'order.amount',
      'order.refunded_amount',
      'gate.name as gate',
      'entrant.needs',
      'entrant.name as entrant_name',
      'entrant.contact as entrant_contact',
      'user.email',
    ])
    .where('issued_ticket.digital_ticket_id', '=', ticketId)
export type HolderRow = NonNullable<Awaited<ReturnType<typeof findHolder>>>

interface HolderFilter {
  /** Filter: holders with an id in `matching` or with one of the numbers that the input may mean. */
  search?: { matching: RawBuilder<string>; numbers: readonly string[] } | undefined
  status?: Holder['status'] | undefined
}

const HOLDER_ORDERS = {
  number: sql.ref<number>('issued_ticket.seq'),
  name: shownName,
  status: sql.ref<string>('issued_ticket.status'),
  used: sql<string>`coalesce(issued_ticket.used_at, '')`,
  amount: sql<number>`coalesce("order".amount, 0)`,
}

export type HolderColumn = keyof typeof HOLDER_ORDERS

export const listHolders = (
  db: Db,
  ticketId: string,
  { search, status }: HolderFilter,
  window: SortedWindow<HolderColumn>,
) =>
  holders(db, ticketId)
    .$call((q) =>
      search
        ? q.where((eb) =>
            eb.or([
              eb('issued_ticket.holder_id', 'in', search.matching),
              ...(search.numbers.length > 0
                ? [eb('issued_ticket.number', 'in', search.numbers)]
                : []),
            ]),
          )
        : q,
    )
    .$call((q) => (status ? q.where('issued_ticket.status', '=', status) : q))
    .$call(inOrder(HOLDER_ORDERS, 'issued_ticket.id', window))
    .execute()

export const findHolder = (db: Db, ticketId: string, issuedId: string) =>
  holders(db, ticketId).where('issued_ticket.id', '=', issuedId).executeTakeFirst()

export const findHolderByHash = (db: Db, ticketId: string, hash: string) =>
  holders(db, ticketId)
    .where('issued_ticket.hash', '=', hash)
    .where('issued_ticket.status', 'in', ['valid', 'used'])
    .executeTakeFirst()
