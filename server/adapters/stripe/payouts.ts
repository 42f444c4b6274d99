import Stripe from 'stripe'
import { type BankPayout, PayoutRefused, type SellerAccounts } from '#server/ports/sellers.ts'
import { ask } from './client.ts'

type Payouts = Pick<SellerAccounts, 'findAvailable' | 'payOut' | 'findPayout' | 'searchPayout'>

const CURRENCY = 'jpy'
const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Payouts from the sellers' accounts to their banks, with our payout id in the metadata. */
export function stripePayouts(stripe: Stripe): Payouts {
  return {
    async findAvailable(account) {
      const { available } = await ask(() => stripe.balance.retrieve({}, { stripeAccount: account }))
      return available
        .filter(({ currency }) => currency === CURRENCY)
        .reduce((sum, { amount }) => sum + amount, 0)
    },

    async payOut({ account, amount, payoutId }, key) {
      const payout = await ask(() =>
        stripe.payouts.create(
          { amount, currency: CURRENCY, metadata: { payout_id: payoutId } },
          { stripeAccount: account, idempotencyKey: key },
        ),
      ).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          throw new PayoutRefused(error.code ?? 'refused')
        throw error
      })
      return toPayout(payout, account)
    },

    findPayout: async (account, ref) =>
      toPayout(
        await ask(() => stripe.payouts.retrieve(ref, {}, { stripeAccount: account })),
        account,
      ),

    async searchPayout({ account, payoutId, since }) {
      const created = { gte: Math.floor(Date.parse(since) / 1000) }
      const payouts = await ask(async () => {
        for await (const payout of stripe.payouts.list(
          { created, limit: 100 },
          { stripeAccount: account },
        ))
          if (payout.metadata?.payout_id === payoutId) return payout
        return null
      })
      return payouts && toPayout(payouts, account)
    },
  }
}

const ENDED: Record<string, BankPayout['status']> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
}

const idOf = (line: { id: string } | string | null | undefined) =>
  typeof line === 'string' ? line : (line?.id ?? null)

const toPayout = (payout: Stripe.Payout, account: string): BankPayout => ({
  ref: payout.id,
  account,
  amount: payout.amount,
  status: ENDED[payout.status] ?? 'in_transit',
  failure: payout.failure_code ?? (payout.status === 'canceled' ? 'canceled' : null),
  payoutId: payout.metadata?.payout_id ?? null,
  createdAt: instant(payout.created),
  lines: {
    left: idOf(payout.balance_transaction),
    back: idOf(payout.failure_balance_transaction),
  },
})
