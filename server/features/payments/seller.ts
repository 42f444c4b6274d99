import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import type { Seller } from '#contract/payments/calls.ts'
import type { SellerRow } from './queries.ts'

/** What `seller_account.seller` holds. */
export interface SellerFacts {
  name: string
  address: string
  phone: string
  email: string
  /** Whether name, address and phone are shown; otherwise they are given on request. */
  disclosed: boolean
}

export const factsOf = (row: Pick<SellerRow, 'seller'>) =>
  JSON.parse(row.seller) as Partial<SellerFacts>

/** The legally required disclosure of a seller. Private addresses are shown only with consent. */
export function presentSeller(row: SellerRow): Seller {
  const facts = factsOf(row)
  const shown = (fact: string | undefined) => (facts.disclosed && fact) || SELLER_ON_REQUEST
  return {
    name: row.name,
    display_name: row.display_name,
    seller_name: shown(facts.name),
    address: shown(facts.address),
    phone: shown(facts.phone),
    email: facts.email || SELLER_ON_REQUEST,
    invoice_number: row.invoice_number,
  }
}
