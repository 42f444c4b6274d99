import type { Insertable } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { addRow } from '#server/testing/rows.ts'

export type Kind = 'room' | 'event'
export interface Plan {
  n: number
  buyer: string
  kind: Kind
  /** The subject in the database, and as the wire names it. */
  subject: string
  wire: string
}
const AMOUNTS = { room: 980, event: 1_980 }
export const ownerOf = (nth: number) => `owner${nth}`

/** Sellers, their rooms and events, and the people who will buy there; each pair of person and thing once. */
export async function settleTown(
  { db }: Engine,
  sandbox: Sandbox,
  { purchases, owners, seats }: { purchases: number; owners: number; seats: number },
) {
  const now = Date.now()
  const at = new Date(now).toISOString()
  const later = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const add = <T extends keyof Schema>(table: T, row: Insertable<Schema[T]>) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute()
  const things: { kind: Kind; subject: string; wire: string }[] = []
  const accounts: string[] = []
  for (let nth = 0; nth < owners; nth++) {
    const owner = ownerOf(nth)
    const account = (await sandbox.control.seller(sandbox.stripe)).id
    accounts.push(account)
    await addRow(db, 'user', { id: owner })
    await add('seller_account', {
      user_id: owner,
      account_ref: account,
      state: 'ready',
      reasons: '[]',
      charges_enabled: 1,
      jcb_payments: 0,
      seller: '{}',
      invoice_number: null,
      payouts_enabled: 1,
      payout_day: null,
      terms_accepted_at: at,
      updated_at: at,
    } as Insertable<Schema['seller_account']>)
    await addRow(db, 'room', { id: `room-${nth}`, owner_id: owner, amount: AMOUNTS.room })
    things.push({ kind: 'room', subject: `room-${nth}`, wire: owner })
    for (const evening of ['a', 'b']) {
      const id = `event-${nth}${evening}`
      await addRow(db, 'event', {
        id,
        room_id: `room-${nth}`,
        amount: AMOUNTS.event,
        capacity: seats,
        start_at: later(20),
        end_at: later(21),
        sales_end_at: later(20),
      })
      things.push({ kind: 'event', subject: id, wire: id })
    }
  }
  // Tickets are for members: a second circle of people has joined already, of old.
  const plans: Plan[] = []
  for (let n = 0; n < purchases; n++) {
    const thing = things[n % things.length]!
    const circle = thing.kind === 'room' ? 'new' : 'fan'
    plans.push({ n, buyer: `${circle}${Math.floor(n / things.length)}`, ...thing })
  }
  const buyers = [...new Set(plans.map(({ buyer }) => buyer))]
  for (const buyer of buyers) {
    await addRow(db, 'user', { id: buyer })
    if (!buyer.startsWith('fan')) continue
    for (let nth = 0; nth < owners; nth++)
      await add('membership', {
        id: `m-${nth}-${buyer}`,
        room_id: `room-${nth}`,
        user_id: buyer,
        status: 'active',
        amount: 0,
        current_period_end: null,
        cancel_at_period_end: 0,
        subscription_ref: null,
        last_seen_at: at,
        joined_at: at,
        left_at: null,
      } as Insertable<Schema['membership']>)
  }
  const people = [...buyers, ...Array.from({ length: owners }, (_, nth) => ownerOf(nth))]
  for (const person of people)
    await add('session', {
      id: `session-${person}`,
      user_id: person,
      device: 'chaos',
      created_at: at,
      last_seen_at: at,
      revoked_at: null,
    })
  return { plans, accounts }
}
