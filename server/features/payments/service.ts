import type { Deps, Viewer } from '#server/deps.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { notFound } from '#server/http/refusal.ts'
import * as query from './queries.ts'
import { presentSeller } from './seller.ts'

export const paymentsService = ({ read }: Pick<Deps, 'read'>) => ({
  async listCards(viewer: Viewer) {
    const cards = await query.listCards(read, viewer.id)
    return cards.map((card) => ({ ...card, main: card.main === 1 }))
  },

  /** Whoever never began to sell is no seller. */
  async getSeller(name: string) {
    const user = await findUserByName(read, name)
    const account = user && (await query.findSellerAccount(read, user.id))
    if (!account || account.state === 'none') throw notFound()
    return presentSeller(account)
  },
})
