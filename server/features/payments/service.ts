import { createHash } from 'node:crypto'
import { CARD_WRONG } from '#contract/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { silenceOf } from '#server/http/silence.ts'
import { Declined } from '#server/ports/payments.ts'
import * as kept from './card-queries.ts'
import * as query from './queries.ts'
import { createSavedCards } from './saved-cards.ts'
import { presentSeller } from './seller.ts'

type PaymentDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'payments'>

/** The provider's no, and its silence, as the caller hears them. */
function refused(error: unknown): never {
  if (error instanceof Declined) throw new Refusal(402, CARD_WRONG)
  throw silenceOf(error) ?? error
}

export function paymentsService(deps: PaymentDeps) {
  const { db, read, clock, newId, payments } = deps
  const savedCards = createSavedCards(deps)

  return {
    async listCards(viewer: Viewer) {
      const cards = await query.listCards(read, viewer.id)
      return cards.map((card) => ({ ...card, main: card.main === 1 }))
    },

    /** The same token is the same card: a second call, after the bank's question, finds its answer. */
    async saveCard(viewer: Viewer, token: string) {
      const key = `save-${createHash('sha256').update(`${viewer.id} ${token}`).digest('hex')}`
      const customer = await savedCards.customerOf(viewer.id).catch(refused)
      const saved = await payments.saveCard({ token, customer }, key).catch(refused)
      if (saved.status === 'requires_action')
        return { status: saved.status, setupIntent: { client_secret: saved.clientSecret! } }
      const { method, brand, last4, exp_month, exp_year } = saved.card
      await transact(db, (tx) =>
        kept.keepCard(tx, {
          id: newId(),
          user_id: viewer.id,
          method_ref: method,
          main: 1,
          created_at: clock.now().toISOString(),
          brand,
          last4,
          exp_month,
          exp_year,
        }),
      )
      return { status: saved.status, setupIntent: null }
    },

    async setMainCard(viewer: Viewer, id: string) {
      const changed = await transact(db, (tx) => kept.setMain(tx, viewer.id, id))
      if (!changed) throw notFound()
    },

    /** Memberships that it pays go on: they have a card of their own in the seller's account. */
    async deleteCard(viewer: Viewer, id: string) {
      const card = await kept.findCard(db, viewer.id, id)
      if (!card) throw notFound()
      await payments.dropCard(card.method_ref).catch(refused)
      await transact(db, (tx) => kept.removeCard(tx, viewer.id, id))
    },

    /** Whoever never began to sell is no seller. */
    async getSeller(name: string) {
      const user = await findUserByName(read, name)
      const account = user && (await query.findSellerAccount(read, user.id))
      if (!account || account.state === 'none') throw notFound()
      return presentSeller(account)
    },
  }
}
