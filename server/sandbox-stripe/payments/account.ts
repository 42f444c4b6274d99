import type Stripe from 'stripe'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'

type Account = Stripe.Account
type Status = 'active' | 'inactive' | 'pending'
export type Capability = keyof Stripe.Account.Capabilities

/** What a seller in Japan must still say before taking money. */
export const asked = [
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

/** What an account may do follows from what is known of it. It is kept with the platform; its events are its own. */
export function writeAccount(scope: Scope, before: Account, patch: Partial<Account>): Account {
  const after = standing({ ...before, ...patch }, scope.hidden(before.id).chargesStopped ?? false)
  const changed = Object.keys(after).filter(
    (key) =>
      JSON.stringify(after[key as keyof Account]) !== JSON.stringify(before[key as keyof Account]),
  )
  scope.put<'account'>(after)
  if (changed.length > 0) {
    const previous = Object.fromEntries(
      changed.map((key) => [key, before[key as keyof Account] ?? null]),
    ) as Partial<Account>
    emit<'account'>(scope.as(after.id), 'account.updated', after, previous)
  }
  return after
}

/** Everything that is asked has been given, or only `due` is left. */
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

function standing(account: Account, stopped: boolean): Account {
  const due = account.requirements?.currently_due?.length ?? 0
  const charges = account.capabilities?.card_payments === 'active' && !stopped
  const requirements = account.requirements ?? requirementsOf([])
  return {
    ...account,
    charges_enabled: charges,
    payouts_enabled: account.details_submitted && due === 0 && !stopped,
    requirements: {
      ...requirements,
      disabled_reason: stopped ? 'rejected.other' : due > 0 ? 'requirements.past_due' : null,
    },
  }
}
