import type { Insertable } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashToken } from '#server/features/auth/refresh-token.ts'
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
const ownerOf = (nth: number) => `owner${nth}`

type Db = Engine['db']
const add = <T extends keyof Schema>(db: Db, table: T, row: Insertable<Schema[T]>) =>
  db
    .insertInto(table)
    .values(row as never)
    .execute()

/** A person who may take money, with a room of that price. */
export async function addSeller(db: Db, sandbox: Sandbox, owner: string, amount: number) {
  const account_ref = (await sandbox.control.seller(sandbox.stripe)).id
  await addPerson(db, owner)
  const at = new Date().toISOString()
  await add(db, 'seller_account', {
    user_id: owner,
    account_ref,
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
  })
  await addRow(db, 'room', { id: `room-${owner}`, owner_id: owner, amount })
  return account_ref
}

/** Somebody who is logged in; the cookie by which they stay it is their name. */
export async function addPerson(db: Db, id: string) {
  const at = new Date().toISOString()
  await addRow(db, 'user', { id })
  await add(db, 'session', {
    id: `session-${id}`,
    user_id: id,
    device: 'chaos',
    created_at: at,
    last_seen_at: at,
    revoked_at: null,
  })
  // A login without one has ended, and is forgotten.
  await add(db, 'refresh_token', {
    token_hash: hashToken(id),
    session_id: `session-${id}`,
    successor_hash: null,
    used_at: null,
    expires_at: '2999-01-01T00:00:00.000Z',
    created_at: at,
  })
}

/** Somebody who joined that owner's room of old, for nothing. */
export const addMember = (db: Db, owner: string, user_id: string) =>
  add(db, 'membership', {
    id: `m-${owner}-${user_id}`,
    room_id: `room-${owner}`,
    user_id,
    status: 'active',
    amount: 0,
    current_period_end: null,
    cancel_at_period_end: 0,
    subscription_ref: null,
    last_seen_at: new Date().toISOString(),
    joined_at: new Date().toISOString(),
    left_at: null,
  } as Insertable<Schema['membership']>)

/** An evening in three weeks. */
export function addEvent(db: Db, owner: string, id: string, capacity: number) {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const times = { start_at: later(20), end_at: later(21), sales_end_at: later(20) }
  return addRow(db, 'event', {
    id,
    room_id: `room-${owner}`,
    amount: AMOUNTS.event,
    capacity,
    ...times,
  })
}

/** Sellers, their rooms and events, and the people who will buy there; each pair of person and thing once. */
export async function settleTown(
  { db }: Engine,
  sandbox: Sandbox,
  { purchases, owners, seats }: { purchases: number; owners: number; seats: number },
) {
  const things: Pick<Plan, 'kind' | 'subject' | 'wire'>[] = []
  const accounts: string[] = []
  for (let nth = 0; nth < owners; nth++) {
    const owner = ownerOf(nth)
    accounts.push(await addSeller(db, sandbox, owner, AMOUNTS.room))
    things.push({ kind: 'room', subject: `room-${owner}`, wire: owner })
    for (const evening of ['a', 'b']) {
      const id = `event-${nth}${evening}`
      await addEvent(db, owner, id, seats)
      things.push({ kind: 'event', subject: id, wire: id })
    }
  }
  // Tickets are for members: a second circle of people has joined already.
  const plans = Array.from({ length: purchases }, (_, n): Plan => {
    const thing = things[n % things.length]!
    const circle = thing.kind === 'room' ? 'new' : 'fan'
    return { n, buyer: `${circle}${Math.floor(n / things.length)}`, ...thing }
  })
  for (const buyer of new Set(plans.map(({ buyer }) => buyer))) {
    await addPerson(db, buyer)
    if (!buyer.startsWith('fan')) continue
    for (let nth = 0; nth < owners; nth++) await addMember(db, ownerOf(nth), buyer)
  }
  return {
    plans,
    accounts,
    owners: Array.from({ length: owners }, (_, nth) => ownerOf(nth)),
    /** Of every room, from the beginning. */
    members: [...new Set(plans.map(({ buyer }) => buyer))].filter((name) => name.startsWith('fan')),
  }
}
