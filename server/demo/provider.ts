import { openStripe } from '#server/adapters/stripe/client.ts'
import type { Config } from '#server/config.ts'
import type { Book } from './book.ts'

/** Test tokens of the cards that the demo's people have. */
const TOKENS: Record<string, string> = {
  visa: 'tok_visa',
  mastercard: 'tok_mastercard',
  amex: 'tok_amex',
}

/**
 * Introduces the demo's sellers, buyers and cards to the payment sandbox, so that one can buy from them; without a
 * sandbox they keep names that nobody knows.
 */
export async function introduce(book: Book, { payments }: Config) {
  if (payments.provider !== 'sandbox' || !payments.apiBase) return
  const stripe = openStripe(payments.secretKey, payments.apiBase)
  const complete = (account: string) =>
    fetch(`${payments.apiBase}/_control/trigger`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payments.secretKey}` },
      body: JSON.stringify({ type: 'complete_onboarding', account }),
    })

  for (const seller of book.rows.seller_account) {
    if (seller.account_ref === null) continue
    const { id } = await stripe.accounts.create({
      type: 'express',
      country: 'JP',
      capabilities: {
        card_payments: { requested: true },
        transfers: { requested: true },
        ...(seller.jcb_payments && { jcb_payments: { requested: true } }),
      },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { user_id: seller.user_id },
    })
    seller.account_ref = id
    if (seller.charges_enabled) await complete(id)
  }
  for (const customer of book.rows.customer) {
    const metadata = { user_id: customer.user_id }
    customer.customer_ref = (await stripe.customers.create({ metadata })).id
    for (const card of book.rows.saved_card.filter(({ user_id }) => user_id === customer.user_id)) {
      const token = TOKENS[card.brand]!
      const made = await stripe.paymentMethods.create({ type: 'card', card: { token } })
      await stripe.paymentMethods.attach(made.id, { customer: customer.customer_ref })
      const { exp_month, exp_year, last4 } = made.card!
      Object.assign(card, { method_ref: made.id, exp_month, exp_year, last4 })
    }
  }
}
