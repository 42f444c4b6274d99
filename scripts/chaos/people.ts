import type { Insertable } from 'kysely'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { Engine } from '#server/db/engine.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashToken } from '#server/features/auth/sessions/refresh-token.ts'
import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { addRow } from '#server/testing/rows.ts'
import { companionsOf } from './companions.ts'
import { addEvening, addTypes, chooseSeats } from './entry-tickets.ts'
import type { Rng } from './rng.ts'

export interface Plan {
  n: number
  buyer: string
  kind: ProductKind
  /** The product's id in the database, and in the API. */
  subject: string
  wire: string
  /** Of an entry ticket: its type, the seats with those of companions, and a code. */
  type?: string
  /** Of an event: a ticket without the archive (配信のみ). */
  liveOnly?: true
  seats?: number
  code?: string
}
const AMOUNTS = { room: 980, event: 1_980, liveOnly: 1_480 }
const LIVE_ONLY = 0.4
const ownerOf = (nth: number) => `owner${nth}`

type Db = Engine['db']
export const add = <T extends keyof Schema>(db: Db, table: T, row: Insertable<Schema[T]>) =>
  db
    .insertInto(table)
    .values(row as never)
    .execute()

/** A user with a seller account and a room of that price. */
export async function addSeller(db: Db, sandbox: Sandbox, owner: string, amount: number) {
  const capabilities = ['card_payments', 'konbini_payments'] as const
  const account_ref = (await sandbox.control.seller(sandbox.stripe, [...capabilities])).id
  await addPerson(db, owner)
  const at = new Date().toISOString()
  await add(db, 'seller_account', {
    user_id: owner,
    account_ref,
    state: 'ready',
    reasons: '[]',
    charges_enabled: 1,
    jcb_payments: 0,
    konbini_payments: 1,
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

/** A logged-in user; the refresh token is the user's id. */
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
  // A session without a token counts as ended and is deleted.
  await add(db, 'refresh_token', {
    token_hash: hashToken(id),
    session_id: `session-${id}`,
    successor_hash: null,
    used_at: null,
    expires_at: '2999-01-01T00:00:00.000Z',
    created_at: at,
  })
}

/** A member of the owner's room, who joined for free. */
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

/** An event in three weeks. */
export function addEvent(db: Db, owner: string, id: string, capacity: number) {
  const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const times = { start_at: later(20), end_at: later(21), sales_end_at: later(20) }
  const resale_until = later(20)
  return addRow(db, 'event', {
    id,
    room_id: `room-${owner}`,
    amount: AMOUNTS.event,
    live_amount: AMOUNTS.liveOnly,
    konbini_days: 1,
    capacity,
    resale_until,
    ...times,
  })
}

/** What each owner sells: a room, a stream, and two evenings, one with types. Their tickets may be given back. */
export const PRODUCTS = 4

/** Sellers with their products, and the buyers; each pair of buyer and product once. */
export async function createPeople(
  { db }: Engine,
  sandbox: Sandbox,
  rng: Rng,
  { purchases, owners, seats }: { purchases: number; owners: number; seats: number },
) {
  const products: Pick<Plan, 'kind' | 'subject' | 'wire'>[] = []
  const accounts: string[] = []
  for (let nth = 0; nth < owners; nth++) {
    const owner = ownerOf(nth)
    accounts.push(await addSeller(db, sandbox, owner, AMOUNTS.room))
    products.push({ kind: 'room', subject: `room-${owner}`, wire: owner })
    const [stream, hall, club] = [`event-${nth}`, `hall-${nth}`, `club-${nth}`]
    await addEvent(db, owner, stream, seats)
    products.push({ kind: 'event', subject: stream, wire: stream })
    await addEvening(db, owner, { id: hall, capacity: seats, resale: true })
    await addTypes(db, hall, { own: Math.ceil(seats / 3), codeSeats: Math.ceil(seats / 4) })
    await addEvening(db, owner, { id: club, capacity: seats, resale: true })
    for (const id of [hall, club]) products.push({ kind: 'digital_ticket', subject: id, wire: id })
  }
  // Only members may buy tickets: separate users who are members already.
  const plans = Array.from({ length: purchases }, (_, n): Plan => {
    const product = products[n % products.length]!
    const circle = product.kind === 'room' ? 'new' : 'fan'
    const buyer = `${circle}${Math.floor(n / products.length)}`
    const chosen = product.kind === 'digital_ticket' ? chooseSeats(rng, n, product.subject) : {}
    const isLiveOnly = product.kind === 'event' && rng.chance('live only', n) < LIVE_ONLY
    return { n, buyer, ...product, ...chosen, ...(isLiveOnly && { liveOnly: true }) }
  })
  for (const buyer of new Set(plans.map(({ buyer }) => buyer))) {
    await addPerson(db, buyer)
    if (!buyer.startsWith('fan')) continue
    for (const companion of companionsOf({ buyer })) await addPerson(db, companion)
    for (let nth = 0; nth < owners; nth++) await addMember(db, ownerOf(nth), buyer)
  }
  return {
    plans,
    accounts,
    owners: Array.from({ length: owners }, (_, nth) => ownerOf(nth)),
    /** The initial members of every room. */
    members: [...new Set(plans.map(({ buyer }) => buyer))].filter((name) => name.startsWith('fan')),
  }
}
