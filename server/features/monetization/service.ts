import type { Monetization } from '#contract/monetization.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import { presentSeller } from '#server/features/payments/seller.ts'

const NONE: Monetization = { state: 'none', reasons: [], seller: null, invoice_number: null }

export const monetizationService = ({ read }: Pick<Deps, 'read'>) => ({
  async get(viewer: Viewer): Promise<Monetization> {
    const account = await findSellerAccount(read, viewer.id)
    if (!account) return NONE
    return {
      state: account.state,
      reasons: JSON.parse(account.reasons) as string[],
      seller: presentSeller(account),
      invoice_number: account.invoice_number,
    }
  },
})
