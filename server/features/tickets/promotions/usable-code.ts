// A code that a buyer entered: whether it is good, and what it gives.

import type { UsableCode } from '#contract/promotions/calls.ts'
import { discountedPrice, isPayable } from '#contract/promotions/discount.ts'
import { CODE_GUESSES } from '#contract/promotions/limits.ts'
import {
  CODE_GUESSED_TOO_OFTEN,
  CODE_NOT_HERE,
  CODE_TOO_LITTLE,
  CODE_UNKNOWN,
} from '#contract/promotions/messages.ts'
import { textsOf } from '#server/db/json.ts'
import type { Db } from '#server/db/schema.ts'
import * as seatOffers from '#server/features/orders/waitlist/seat-offer-queries.ts'
import { idOf } from '#server/features/profile/member.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { maySeeTicket } from '../policy.ts'
import { findTicketById } from '../queries.ts'
import { refusedCode, seatsLeft } from './policy.ts'
import * as query from './queries.ts'

/** The refusal of a code, beside its field. */
export const refusedBy = (message: string) =>
  new ApiError(422, message, { errors: { code: [message] } })

interface Use {
  ticketId: string
  userId: string
  code: string
  /** Of the ticket; undefined: not chosen yet. */
  type?: string | null
  seats: number
}

/** The code with its terms, if it is good for this use at this instant. Throws an `ApiError` beside its field. */
export async function goodCode(db: Db, { ticketId, userId, code, ...use }: Use, now: string) {
  const row = await query.findCode(db, ticketId, code)
  if (!row) throw refusedBy(CODE_UNKNOWN)
  const uses = await query.countUses(db, row.id, userId)
  const types = textsOf(row.type_ids)
  const why = refusedCode({ ...row, types }, { type: use.type, seats: use.seats }, uses, now)
  if (why !== null) throw refusedBy(why)
  return { ...row, types, left: seatsLeft(row, uses) }
}
export type GoodCode = Awaited<ReturnType<typeof goodCode>>

/** As `goodCode`, for what a person typed: who guesses, waits. */
export async function guardedCode(deps: Deps, use: Use, now: string): Promise<GoodCode> {
  const guesses = deps.throttles.shared('codes', CODE_GUESSES)
  guesses.check(use.userId, CODE_GUESSED_TOO_OFTEN)
  try {
    return await goodCode(deps.db, use, now)
  } catch (error) {
    if (error instanceof ApiError && error.message === CODE_UNKNOWN)
      guesses.count(use.userId, CODE_GUESSED_TOO_OFTEN)
    throw error
  }
}

/**
 * The code of a purchase. Refuses it where a seat is not sold to everybody at the ticket's price: `isReserved`: in a
 * lottery, or given back by its holder.
 */
export async function codeOfPurchase(
  deps: Deps,
  use: Use & { isReserved: boolean },
  now: string,
): Promise<GoodCode> {
  const of = { kind: 'digital_ticket', productId: use.ticketId, userId: use.userId } as const
  const offer = await seatOffers.findOpen(deps.db, { ...of, at: now })
  if (use.isReserved || (offer && offer.ticket_type_id === (use.type ?? null)))
    throw refusedBy(CODE_NOT_HERE)
  return guardedCode(deps, use, now)
}

/** Refuses a code that leaves less of a seat's price than can be paid. */
export function assertPayable(price: number, code: GoodCode) {
  if (!isPayable(discountedPrice(price, code))) throw refusedBy(CODE_TOO_LITTLE)
}

/** When a code opens the sale of its types (先行); null: it does not. */
export const presaleOf = (code: GoodCode | null) => (code?.presale === 1 ? code.valid_from : null)

export async function getUsableCode(
  deps: Deps,
  viewer: Viewer,
  id: string,
  code: string,
): Promise<UsableCode> {
  const ticket = await findTicketById(deps.db, idOf(viewer), id)
  const room = ticket && (await getVisibleRoom(deps.db, viewer, ticket.owner_name))
  if (!room || !maySeeTicket(room.who, ticket.status, false)) throw notFound()
  const use = { ticketId: id, userId: viewer.id, code, seats: 1 }
  const good = await guardedCode(deps, use, isoNow(deps))
  return {
    code: good.code,
    percent: good.percent,
    yen_off: good.yen_off,
    presale: good.presale === 1,
    valid_from: good.valid_from,
    valid_until: good.valid_until,
    types: good.types,
    left: good.left,
  }
}
