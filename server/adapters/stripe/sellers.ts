import Stripe from 'stripe'
import {
  type AccountStatus,
  type CompanyIdentity,
  Disconnected,
  type PersonIdentity,
  type SellerAccounts,
  type SellerIdentity,
  SellerRefused,
  type ShownSeller,
} from '#server/ports/sellers.ts'
import { ask, askTwice, HAS_LEFT } from './client.ts'

type Sellers = Pick<
  SellerAccounts,
  'addSeller' | 'describeSeller' | 'showSeller' | 'findSeller' | 'onboardingLink'
>

/** Merchant category code: bands, orchestras and entertainers. */
const MCC = '7929'
/** Also of accounts of the releases before, which have not requested it. */
const KONBINI = { konbini_payments: { requested: true } }
const DESCRIPTION = 'ルームの参加費と、ライブ配信・入場のチケット'

/** Why the accounts are of this kind: docs/decisions/money/008-connected-accounts.md. */
export function stripeSellers(stripe: Stripe): Sellers {
  return {
    async addSeller({ userId }, key) {
      const { id } = await askTwice(key, (idempotencyKey) =>
        stripe.accounts.create(
          {
            type: 'custom',
            country: 'JP',
            capabilities: {
              card_payments: { requested: true },
              transfers: { requested: true },
              jcb_payments: { requested: true },
              ...KONBINI,
            },
            settings: { payouts: { schedule: { interval: 'manual' } } },
            metadata: { user_id: userId },
          },
          { idempotencyKey },
        ),
      )
      return id
    },

    async describeSeller(account, facts) {
      await askSeller(() => stripe.accounts.update(account, paramsOf(facts)))
    },

    async showSeller(account, shown) {
      await askSeller(() => stripe.accounts.update(account, shownParams(shown)))
    },

    findSeller: async (account) =>
      statusOf(await askSeller(() => stripe.accounts.retrieve(account))),

    async onboardingLink({ account, returnUrl, refreshUrl }) {
      const { url } = await askSeller(() =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
          collection_options: { fields: 'eventually_due' },
        }),
      )
      return url
    },
  }
}

function paramsOf(facts: SellerIdentity): Stripe.AccountUpdateParams {
  const { pages } = facts
  return {
    email: facts.email,
    business_type: facts.company ? 'company' : 'individual',
    business_profile: {
      mcc: MCC,
      product_description: DESCRIPTION,
      ...(pages && { url: pages.room, specified_commercial_transactions_act_url: pages.law }),
    },
    ...(facts.company ? { company: companyOf(facts) } : { individual: individualOf(facts) }),
  }
}

/** Without `name`: in Japan the provider takes it in both scripts. */
const companyOf = (facts: CompanyIdentity): Stripe.AccountUpdateParams.Company => ({
  name_kanji: facts.company.name,
  name_kana: facts.company.nameKana,
  phone: international(facts.phone),
  address_kanji: addressOf(facts),
})

function individualOf(facts: PersonIdentity): Stripe.AccountUpdateParams.Individual {
  const { front, back } = facts.documents
  return {
    last_name_kanji: facts.lastName,
    first_name_kanji: facts.firstName,
    last_name_kana: facts.lastNameKana,
    first_name_kana: facts.firstNameKana,
    dob: facts.birth,
    email: facts.email,
    phone: international(facts.phone),
    address_kanji: addressOf(facts),
    verification: { document: { front, ...(back && { back }) } },
  }
}

const addressOf = ({ address }: SellerIdentity) => ({
  country: 'JP',
  postal_code: address.postalCode,
  state: address.state,
  city: address.city,
  town: address.town,
  line1: address.line1,
  ...(address.line2 && { line2: address.line2 }),
})

const international = (phone: string) => `+81${phone.replace(/^0/, '')}`

/** An empty text removes what was shown before. */
const shownParams = ({
  statement: { prefix, ...statement },
  ...shown
}: ShownSeller): Stripe.AccountUpdateParams => ({
  capabilities: KONBINI,
  business_profile: {
    name: shown.name,
    support_email: shown.email ?? '',
    support_phone: shown.phone ? international(shown.phone) : '',
    support_url: shown.page ?? '',
    support_address: { country: 'JP', line1: shown.address ?? '' },
  },
  settings: {
    payments: {
      statement_descriptor: statement.latin,
      statement_descriptor_kana: statement.kana,
      statement_descriptor_kanji: statement.kanji,
    },
    card_payments: {
      statement_descriptor_prefix: prefix.latin,
      statement_descriptor_prefix_kana: prefix.kana,
      statement_descriptor_prefix_kanji: prefix.kanji,
    },
  },
})

const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

function statusOf(account: Stripe.Account): AccountStatus {
  const { requirements, capabilities } = account
  return {
    account: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    takesJcb: capabilities?.jcb_payments === 'active',
    takesKonbini: capabilities?.konbini_payments === 'active',
    due: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
    pending: requirements?.pending_verification ?? [],
    errors: (requirements?.errors ?? []).map(({ requirement, code }) => ({
      about: requirement,
      code,
    })),
    deadline: requirements?.current_deadline ? instant(requirements.current_deadline) : null,
    disabledReason: requirements?.disabled_reason ?? null,
  }
}

/** Maps errors of account calls: `Disconnected` for a closed or disconnected account, `SellerRefused` for a bad field. */
const askSeller = <T>(call: () => Promise<T>): Promise<T> => ask(() => call().catch(translateError))

function translateError(error: unknown): never {
  if (error instanceof Stripe.errors.StripeError && error.code === HAS_LEFT)
    throw new Disconnected(error.message)
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param)
    throw new SellerRefused(error.param)
  throw error
}
