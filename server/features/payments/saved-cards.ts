import { createHash } from 'node:crypto'
import { JCB_REFUSED, required } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import type { CardOnFile } from '#server/ports/payments.ts'
import * as query from './card-queries.ts'
import { findSellerAccount } from './queries.ts'

type CardDeps = Pick<Deps, 'db' | 'payments'>

/** Where money for a seller goes, or a refusal where none may be taken. */
export interface SellerAccount {
  account: string
  takesJcb: boolean
}

/** The cards of a buyer, as charges need them. */
export function createSavedCards({ db, payments }: CardDeps) {
  /** The buyer at the provider, introduced when first needed. */
  async function customerOf(userId: string): Promise<string> {
    const known = await query.findCustomer(db, userId)
    if (known) return known.customer_ref
    const customer_ref = await payments.addCustomer({ userId }, `customer-${userId}`)
    await query.insertCustomer(db, { user_id: userId, customer_ref })
    return customer_ref
  }

  return {
    customerOf,

    /** What the buyer pays with: the token they gave, else their main card. */
    async sourceOf(userId: string, token: string | undefined): Promise<string> {
      const source = token ?? (await query.findMainCard(db, userId))?.method_ref
      if (!source) throw invalid({ token: [required('カード')] })
      return source
    },

    /**
     * The card behind a source; `kept` says whether it is one of the buyer's saved ones. The same token is the same
     * card in every try, since it is good for one card only.
     */
    async cardOf(userId: string, source: string) {
      const customer = await customerOf(userId)
      const saved = await query.findSavedCard(db, userId, source)
      if (saved) return { customer, card: { ...saved, method: saved.method_ref }, kept: true }
      const key = createHash('sha256').update(`${userId} ${source}`).digest('hex')
      const card = await payments.takeCard({ token: source, customer }, `card-${key}`)
      return { customer, card, kept: false }
    },

    /** The seller at the provider, also one who may take no money now: what runs there can still be ended. */
    async accountOf(sellerId: string): Promise<string | null> {
      return (await findSellerAccount(db, sellerId))?.account_ref ?? null
    },

    async sellerAccountOf(sellerId: string): Promise<SellerAccount | null> {
      const seller = await findSellerAccount(db, sellerId)
      if (!seller?.account_ref || seller.charges_enabled !== 1) return null
      return { account: seller.account_ref, takesJcb: seller.jcb_payments === 1 }
    },

    /** The buyer in a seller's own account: subscriptions hang on it. */
    async sellerCustomerOf(userId: string, sellerId: string, account: string): Promise<string> {
      const known = await query.findSellerCustomer(db, userId, sellerId)
      if (known) return known.customer_ref
      const customer_ref = await payments.addAccountCustomer(
        { account, userId },
        `customer-${userId}-${account}`,
      )
      await query.insertSellerCustomer(db, { user_id: userId, seller_id: sellerId, customer_ref })
      return customer_ref
    },
  }
}

/** Decided by the card itself, not by what the browser says of it. */
export function refuseJcb({ brand }: Pick<CardOnFile, 'brand'>, { takesJcb }: SellerAccount) {
  if (brand === 'jcb' && !takesJcb) throw new Refusal(402, JCB_REFUSED)
}
