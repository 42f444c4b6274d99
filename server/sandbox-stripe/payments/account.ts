import type Stripe from 'stripe'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { changedFields, isTable } from '../core/values.ts'
import { notify } from '../webhooks/events.ts'

type Account = Kinds['account']
export const capabilityStatuses = ['active', 'inactive', 'pending'] as const
type Status = (typeof capabilityStatuses)[number]

/** Requirements of a seller in Japan before charges are enabled. */
export const initialRequirements = [
  'business_profile.mcc',
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.address_kana.line1',
  'individual.dob.day',
  'individual.first_name_kana',
  'individual.phone',
  'individual.verification.document',
  'tos_acceptance.date',
]

/** Those of a company: its officers are identified one by one. */
export const companyRequirements = [
  ...initialRequirements.filter((name) => !name.startsWith('individual.')),
  'company.address_kana.line1',
  'company.name_kana',
  'company.name_kanji',
  'company.phone',
  'company.tax_id',
  'directors.first_name_kana',
  'representative.dob.day',
  'representative.verification.document',
]

const at = (fields: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((object, key) => (isTable(object) ? object[key] : undefined), fields)

/** Remaining requirements. A picture of a document satisfies the whole document. */
export const stillDue = (due: string[], fields: object): string[] =>
  due.filter((name) => {
    const path = name === 'individual.verification.document' ? `${name}.front` : name
    const value = at(fields, path)
    return value === undefined || value === null
  })

/** Derives an account's capabilities from its data. Stored with the platform; its events are its own. */
export function writeAccount(scope: Scope, before: Account, patch: Partial<Account>): Account {
  const after = deriveStatus(
    { ...before, ...patch },
    scope.hidden(before.id).chargesStopped ?? false,
  )
  const previous = changedFields(before, after)
  scope.put<'account'>(after)
  if (Object.keys(previous).length > 0)
    notify(scope.as(after.id), 'account.updated', after, previous)
  return after
}

/** All requirements are satisfied, or only `due` is left. */
export const onboarded = (account: Account, due: string[]): Partial<Account> => ({
  details_submitted: due.length === 0,
  requirements: requirementsOf(due),
  capabilities: mapped(account.capabilities, due.length === 0 ? 'active' : 'inactive'),
})

export const mapped = (capabilities: Account['capabilities'], status: Status) =>
  Object.fromEntries(Object.keys(capabilities ?? {}).map((name) => [name, status]))

export const requirementsOf = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
})

const DAYS_TO_ANSWER = 14
const DAY = 86_400

/** A document was unreadable and is requested again; the account stays enabled. */
export const askedAgain = (account: Account, now: number): Partial<Account> => ({
  ...onboarded(account, []),
  requirements: {
    ...requirementsOf([]),
    current_deadline: now + DAYS_TO_ANSWER * DAY,
    currently_due: ['individual.verification.document'],
    errors: [
      {
        code: 'verification_document_not_readable',
        reason: 'The document could not be read.',
        requirement: 'individual.verification.document',
      },
    ],
    eventually_due: ['individual.verification.document'],
  },
})

/** Complete, and under review. */
export const underReview = (account: Account): Partial<Account> => ({
  ...onboarded(account, []),
  capabilities: mapped(account.capabilities, 'pending'),
  requirements: {
    ...requirementsOf([]),
    pending_verification: ['individual.verification.document'],
  },
})

function deriveStatus(account: Account, stopped: boolean): Account {
  const due = account.requirements?.past_due?.length ?? 0
  const reviewed = (account.requirements?.pending_verification?.length ?? 0) > 0
  const charges = account.capabilities?.card_payments === 'active' && !stopped
  const requirements = account.requirements ?? requirementsOf([])
  return {
    ...account,
    charges_enabled: charges,
    payouts_enabled: account.details_submitted && due === 0 && !reviewed && !stopped,
    requirements: {
      ...requirements,
      disabled_reason: stopped
        ? 'rejected.other'
        : due > 0
          ? 'requirements.past_due'
          : reviewed
            ? 'requirements.pending_verification'
            : null,
    },
  }
}
