import Stripe from 'stripe'
import {
  type AttemptLookup,
  type Charge,
  Declined,
  type NewCharge,
  type NewVoucher,
  type Payments,
} from '#server/ports/payments.ts'
import { CARD } from './cards.ts'
import { toCharge, WITH_FEES } from './charge.ts'
import { ask, ignoreEnded, inAccount, unlessLeft } from './client.ts'

export const CURRENCY = 'jpy'
const SKEW_S = 300

type Charges = Pick<
  Payments,
  'startCharge' | 'startVoucher' | 'findCharge' | 'recoverCharge' | 'cancelCharge'
>

/** Direct charges in the sellers' accounts, with an application fee. */
export const stripeCharges = (stripe: Stripe): Charges => ({
  startCharge: (charge, key) => startCharge(stripe, charge, key),
  startVoucher: (charge, key) => startVoucher(stripe, charge, key),
  findCharge: (account, ref) => findCharge(stripe, account, ref),
  recoverCharge: (attempt) => recoverCharge(stripe, attempt),
  cancelCharge: (account, ref) => cancelCharge(stripe, account, ref),
})

async function startCharge(stripe: Stripe, charge: NewCharge, key: string): Promise<Charge> {
  const { account, method, amount, fee, description, metadata } = charge
  const intent = await ask(() =>
    stripe.paymentIntents.create(
      {
        amount,
        currency: CURRENCY,
        payment_method: method,
        allowed_payment_method_types: CARD,
        application_fee_amount: fee,
        description,
        metadata,
        expand: WITH_FEES,
      },
      inAccount(account, key),
    ),
  )
  return toCharge(intent, account)
}

/** Confirmed by this call: nothing is left to do for a browser. */
async function startVoucher(stripe: Stripe, voucher: NewVoucher, key: string): Promise<Charge> {
  const { account, amount, fee, description, metadata, buyer, expiresAt } = voucher
  const expires_at = Math.floor(Date.parse(expiresAt) / 1000)
  const intent = await ask(() =>
    stripe.paymentIntents
      .create(
        {
          amount,
          currency: CURRENCY,
          confirm: true,
          payment_method_data: { type: 'konbini', billing_details: buyer },
          payment_method_options: { konbini: { expires_at } },
          allowed_payment_method_types: ['konbini'],
          application_fee_amount: fee,
          description,
          metadata,
          expand: WITH_FEES,
        },
        inAccount(account, key),
      )
      .catch(refusedVoucher),
  )
  return toCharge(intent, account)
}

/** The seller's capability, or the sum: another card or day would not help, so it counts as declined. */
function refusedVoucher(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    throw new Declined(error.code ?? 'konbini')
  throw error
}

export async function findCharge(stripe: Stripe, account: string, ref: string): Promise<Charge> {
  const intent = await ask(() =>
    stripe.paymentIntents.retrieve(ref, { expand: WITH_FEES }, inAccount(account)),
  )
  return toCharge(intent, account)
}

/** List filter for objects created since, less the allowed clock skew. */
export const madeSince = (since: string) => ({
  created: { gte: Math.floor(Date.parse(since) / 1000) - SKEW_S },
  limit: 100,
})

async function recoverCharge(
  stripe: Stripe,
  { account, attemptId, since }: AttemptLookup,
): Promise<Charge | null> {
  const intents = stripe.paymentIntents.list(madeSince(since), inAccount(account))
  return ask(async () => {
    for await (const { id, metadata } of intents)
      if (metadata.attempt_id === attemptId) return findCharge(stripe, account, id)
    return null
  })
}

/** A charge of a disconnected account: nobody can ask for it or pay it there any more. */
const abandoned = (account: string, ref: string): Charge => ({
  ref,
  account,
  status: 'canceled',
  amount: 0,
  currency: CURRENCY,
  metadata: {},
  clientSecret: '',
  failure: null,
  voucher: null,
  paidAt: null,
  booked: null,
})

const cancelCharge = (stripe: Stripe, account: string, ref: string): Promise<Charge> =>
  unlessLeft(() => cancelUnlessPaid(stripe, account, ref), abandoned(account, ref))

async function cancelUnlessPaid(stripe: Stripe, account: string, ref: string): Promise<Charge> {
  const today = await findCharge(stripe, account, ref)
  if (today.status === 'succeeded' || today.status === 'canceled') return today
  await ask(() => stripe.paymentIntents.cancel(ref, {}, inAccount(account))).catch(ignoreEnded)
  return findCharge(stripe, account, ref)
}
