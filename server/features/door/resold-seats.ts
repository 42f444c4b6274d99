// A seat that 公式リセール sold has several tickets, of which one is valid at a time. Offline gates may admit more.

import type { Db } from '#server/db/schema.ts'
import { seatsOfOrders } from '#server/features/orders/resale/queries.ts'
import * as logged from './log-queries.ts'

/** Tickets of a digital ticket by their seats. */
export interface ResoldSeats {
  /** The seat of a ticket: its own, unless it was resold. */
  seatOf: (ticket: Pick<logged.Touched, 'id' | 'order_id'>) => string
  /** These hashes of tickets, with those of the other tickets on their seats. */
  withOthers: (hashes: readonly string[]) => Promise<string[]>
  /** Hashes of all resold tickets, and of those that replaced them. */
  all: () => Promise<string[]>
}

export async function resoldSeats(db: Db, ticketId: string): Promise<ResoldSeats> {
  const seats = await seatsOfOrders(db, ticketId)
  return {
    seatOf: ({ id, order_id }) => (order_id && seats.get(order_id)) || id,
    async withOthers(hashes) {
      if (seats.size === 0) return [...hashes]
      const tickets = await logged.listIssuedBy(db, ticketId, hashes)
      const touched = new Set(tickets.map(({ order_id }) => order_id && seats.get(order_id)))
      const orders = [...seats].filter(([, seat]) => touched.has(seat)).map(([order]) => order)
      return [...new Set([...hashes, ...(await logged.listHashesOf(db, orders))])]
    },
    all: () => logged.listHashesOf(db, [...seats.keys()]),
  }
}
