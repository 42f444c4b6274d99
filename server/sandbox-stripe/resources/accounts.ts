import type Stripe from 'stripe'
import { answerList } from '../core/answer-list.ts'
import { accountDenied } from '../core/auth.ts'
import { invalid, malformed } from '../core/failures.ts'
import type { Kinds } from '../core/kinds.ts'
import { listShape, operation } from '../core/operation.ts'
import {
  anything,
  choice,
  emptyable,
  flag,
  integer,
  metadata,
  type Read,
  required,
  shape,
  text,
} from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { definedFields } from '../core/values.ts'
import {
  companyRequirements,
  initialRequirements,
  onboarded,
  requirementsOf,
  stillDue,
  writeAccount,
} from '../payments/account.ts'
import { makePage } from '../payments/challenge.ts'
import { schedulePayouts } from '../payments/payout.ts'
import { assertDocument } from './files.ts'
import { mergeMetadata } from './metadata.ts'
import { accountOf } from './new-account.ts'

const PATH = '/v1/accounts'
const requested = shape({ requested: flag })
const interval = choice('daily', 'manual', 'monthly', 'weekly')
/** Japanese statements have a text in each script. */
const LATIN = /^(?=.*[A-Za-z])[ -~]*$/
const KANA = /^[ァ-ヺー　 -~]*$/
const ANY = /^[^\p{Cc}]*$/u
const FORBIDDEN = /[<>\\'"*]/

const descriptor =
  (min: number, max: number, allowed: RegExp): typeof text =>
  (value, name) => {
    const read = text(value, name)
    if (read === undefined) return undefined
    if (read.length < min || read.length > max || !allowed.test(read) || FORBIDDEN.test(read))
      throw malformed(`Invalid statement descriptor: ${read}`, { param: name })
    return read
  }

const fields = {
  email: text,
  business_type: choice('company', 'government_entity', 'individual', 'non_profit'),
  business_profile: shape({
    mcc: text,
    name: emptyable(text),
    product_description: text,
    specified_commercial_transactions_act_url: emptyable(text),
    support_address: shape({ country: text, line1: text }),
    support_email: text,
    support_phone: text,
    support_url: emptyable(text),
    url: text,
  }),
  capabilities: shape({
    card_payments: requested,
    jcb_payments: requested,
    konbini_payments: requested,
    transfers: requested,
  }),
  metadata,
  settings: shape({
    payouts: shape({
      schedule: shape({
        interval,
        delay_days: anything,
        weekly_anchor: text,
        monthly_anchor: integer,
      }),
      statement_descriptor: text,
      debit_negative_balances: flag,
    }),
    payments: shape({
      statement_descriptor: descriptor(5, 22, LATIN),
      statement_descriptor_kana: descriptor(1, 22, KANA),
      statement_descriptor_kanji: descriptor(1, 17, ANY),
    }),
    card_payments: shape({
      statement_descriptor_prefix: descriptor(2, 10, LATIN),
      statement_descriptor_prefix_kana: descriptor(2, 10, KANA),
      statement_descriptor_prefix_kanji: descriptor(2, 10, ANY),
    }),
  }),
  // Personal data counts as provided, but is not stored.
  individual: shape({
    address_kana: anything,
    address_kanji: anything,
    dob: shape({ day: integer, month: integer, year: integer }),
    email: text,
    first_name_kana: text,
    first_name_kanji: text,
    last_name_kana: text,
    last_name_kanji: text,
    phone: text,
    verification: shape({ document: shape({ back: text, front: text }) }),
  }),
  company: anything,
  external_account: anything,
  tos_acceptance: anything,
}
type Fields = Read<typeof fields>
type Account = Kinds['account']

export const accounts = [
  operation(
    'POST',
    PATH,
    {
      ...fields,
      type: choice('custom', 'express', 'standard'),
      country: text,
      default_currency: text,
      controller: anything,
    },
    (scope, { params }) => create(scope.as(''), params),
  ),
  operation('GET', '/v1/account', {}, (scope) =>
    scope.account ? takeAccount(scope, scope.account) : platformAccount(scope),
  ),
  operation('GET', `${PATH}/:id`, {}, (scope, { id }) => takeAccount(scope, id)),
  operation('POST', `${PATH}/:id`, fields, (scope, { id, params }) =>
    update(scope.as(''), takeAccount(scope, id), params),
  ),
  operation('DELETE', `${PATH}/:id`, {}, (scope, { id }) => {
    scope.as('').put<'account'>(takeAccount(scope, id), { deleted: true })
    return { id, object: 'account', deleted: true }
  }),
  operation('GET', PATH, listShape({}), (scope, { params }) =>
    answerList(scope.as(''), PATH, 'account', params),
  ),
  operation(
    'POST',
    '/v1/account_links',
    {
      account: required(text),
      type: required(choice('account_onboarding', 'account_update')),
      refresh_url: required(text),
      return_url: required(text),
      collection_options: anything,
    },
    (scope, { params: { account, refresh_url, return_url } }) => {
      takeAccount(scope, account)
      const page = { kind: 'onboarding' as const, subject: account, refresh_url, return_url }
      const { url } = makePage(scope.as(''), page)
      const created = scope.now()
      return { object: 'account_link', created, expires_at: created + LINK_SECONDS, url }
    },
  ),
]

/** Lifetime of an onboarding link. */
export const LINK_SECONDS = 300

function takeAccount(scope: Scope, id: string): Account {
  const platform = scope.as('')
  const account = platform.find('account', id)
  if (!account || platform.hidden(id).deleted) throw accountDenied(id)
  return account
}

function create(
  scope: Scope,
  params: Fields & { type: Stripe.Account.Type | undefined; country: string | undefined },
) {
  if (params.country && params.country !== 'JP')
    throw invalid('The sandbox makes accounts in JP alone.', { param: 'country' })
  const account = accountOf(scope, params.type ?? 'none')
  scope.put<'account'>(account)
  return update(scope, account, params)
}

function update(scope: Scope, account: Account, params: Fields): Account {
  const { front, back } = params.individual?.verification?.document ?? {}
  for (const [side, picture] of Object.entries({ front, back }))
    if (picture) assertDocument(scope, picture, `individual[verification][document][${side}]`)
  const before = dueBefore(account, params)
  const due = stillDue(before, params)
  const names = Object.entries(params.capabilities ?? {})
  const status = account.details_submitted ? 'active' : 'inactive'
  const capabilities = Object.fromEntries(
    names.flatMap(([name, one]) =>
      one?.requested === undefined ? [] : [[name, one.requested ? status : 'inactive']],
    ),
  )
  const after = writeAccount(scope, account, {
    ...(params.email === undefined ? {} : { email: params.email }),
    ...(params.business_type ? { business_type: params.business_type } : {}),
    business_profile: {
      ...account.business_profile,
      ...definedFields(params.business_profile ?? {}),
    },
    capabilities: { ...account.capabilities, ...capabilities },
    ...(due.length === account.requirements?.currently_due?.length && due.length === before.length
      ? {}
      : { requirements: requirementsOf(due) }),
    metadata: mergeMetadata(account.metadata ?? {}, params.metadata),
    settings: settingsOf(account, params),
  })
  schedulePayouts(scope, after.id)
  return after
}

/** A change between individual and company asks for what the other kind needs. */
function dueBefore(account: Account, { business_type: type }: Fields): string[] {
  const due = account.requirements?.currently_due ?? []
  if (!type || type === (account.business_type ?? 'individual')) return due
  return type === 'company' ? companyRequirements : initialRequirements
}

function settingsOf({ settings }: Account, params: Fields): Account['settings'] {
  const { payouts, payments, card_payments } = params.settings ?? {}
  const { schedule, ...rest } = payouts ?? {}
  const before = settings.payouts
  return {
    ...settings,
    payments: { ...settings.payments, ...definedFields(payments ?? {}) },
    card_payments: { ...settings.card_payments, ...definedFields(card_payments ?? {}) },
    payouts: {
      ...before,
      ...definedFields(rest),
      schedule: { ...before.schedule, ...definedFields(schedule ?? {}) },
    },
  }
}

/** The account of the platform's keys. */
function platformAccount(scope: Scope): Account {
  const account = accountOf(scope, 'standard')
  return {
    ...account,
    ...onboarded({ ...account, capabilities: { card_payments: 'active' } }, []),
    id: 'acct_SandboxPlatform',
    charges_enabled: true,
    payouts_enabled: true,
  }
}
