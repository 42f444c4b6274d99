import { createHash } from 'node:crypto'
import { CARD_WRONG } from '#contract/payments/messages.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { providerErrorOf } from '#server/http/provider-errors.ts'
import { isoNow } from '#server/ports/clock.ts'
import { Declined } from '#server/ports/payments.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as kept from './card-queries.ts'
import * as query from './queries.ts'
import * as savedCards from './saved-cards.ts'
import { mainCard } from './saved-cards.ts'
import { presentSeller } from './seller.ts'

/** Maps a declined card and a provider outage to an `ApiError`. */
function throwCardError(error: unknown): never {
  if (error instanceof Declined) throw new ApiError(402, CARD_WRONG)
  throw providerErrorOf(error) ?? error
}

export async function listCards(deps: Deps, viewer: Viewer) {
  const cards = await query.listCards(deps.read, viewer.id)
  return cards.map((card) => ({ ...card, main: card.main === 1 }))
}

/** Idempotent by token: the second call, after the bank's authentication, returns its result. */
export async function saveCard(deps: Deps, viewer: Viewer, token: string) {
  const key = `save-${createHash('sha256').update(`${viewer.id} ${token}`).digest('hex')}`
  const customer = await savedCards.customerOf(deps, viewer.id).catch(throwCardError)
  const saved = await deps.payments.saveCard({ token, customer }, key).catch(throwCardError)
  if (saved.status === 'requires_action')
    return { status: saved.status, setupIntent: { client_secret: saved.clientSecret } }
  await transact(deps.db, (tx) => kept.storeCard(tx, mainCard(deps, viewer.id, saved.card)))
  return { status: saved.status, setupIntent: null }
}

export async function setMainCard(deps: Deps, viewer: Viewer, id: string) {
  orNotFound(await transact(deps.db, (tx) => kept.setMain(tx, viewer.id, id)))
}

/** Memberships paid by this card continue: the seller's account has its own copy. */
export async function deleteCard(deps: Deps, viewer: Viewer, id: string) {
  const card = orNotFound(await kept.findCard(deps.db, viewer.id, id))
  await deps.payments.dropCard(card.method_ref).catch(throwCardError)
  await transact(deps.db, (tx) => kept.removeCard(tx, viewer.id, id))
}

/** 404 for a user who never started to sell. */
export async function getSeller(deps: Deps, name: string) {
  const user = await findUserByName(deps.read, name)
  const account = user && (await query.findSellerAccount(deps.read, user.id))
  if (!account || account.state === 'none') throw notFound()
  return presentSeller(account, isoNow(deps))
}
