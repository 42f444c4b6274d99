import * as z from 'zod'
import { dayOf } from '#contract/lib/days.ts'
import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import type { Seller } from '#contract/payments/calls.ts'
import { jsonOf } from '#server/db/json.ts'
import type { SellerRow } from './queries.ts'

type Numbered = { invoice_number: string | null; invoice_since: string | null }

/** What `seller_account.seller` holds; empty for a user who never started to sell. */
const SellerFacts = z.object({
  name: z.string().default(''),
  address: z.string().default(''),
  phone: z.string().default(''),
  email: z.string().default(''),
  /** Whether name, address and phone are shown; otherwise they are given on request. */
  disclosed: z.boolean().default(false),
})
export type SellerFacts = z.output<typeof SellerFacts>
const read = jsonOf(SellerFacts)

export const sellerFactsOf = (row: { seller: string | null } | undefined) =>
  read(row?.seller ?? '{}')

/** The seller's invoice number at an instant: none before the day of its registration. */
export const invoiceNumberAt = (
  { invoice_number, invoice_since }: Numbered,
  at: string,
): string | null =>
  invoice_since !== null && dayOf(at) < invoice_since ? null : invoice_number || null

/** The legally required disclosure of a seller. Private addresses are shown only with consent. */
export function presentSeller(row: SellerRow, now: string): Seller {
  const facts = sellerFactsOf(row)
  const shown = (fact: string) => (facts.disclosed && fact) || SELLER_ON_REQUEST
  return {
    name: row.name,
    display_name: row.display_name,
    seller_name: shown(facts.name),
    address: shown(facts.address),
    phone: shown(facts.phone),
    email: facts.email || SELLER_ON_REQUEST,
    invoice_number: invoiceNumberAt(row, now),
  }
}
