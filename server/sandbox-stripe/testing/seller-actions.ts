import type Stripe from 'stripe'
import type { AccountStatus } from '#server/ports/sellers.ts'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { onboarded } from '../payments/account.ts'
import { balances, book } from '../payments/money.ts'
import { arrive, giveBack, payOut } from '../payments/payout.ts'
import { fileOf } from '../resources/files.ts'
import { accountOf } from '../resources/new-account.ts'
import { emitDeauthorized } from '../webhooks/events.ts'
import type { MountedSandbox } from './in-process.ts'

const PICTURE = { name: 'omote.png', type: 'image/png', size: 70, magic: '89504e47' }

type Why = Stripe.Account.Requirements.DisabledReason | null

/** What sellers, their banks and the provider's staff do with sellers' accounts. */
export function createSellerActions({ act, ownerOf }: MountedSandbox) {
  const openOnce = (scope: Scope, id: string): Kinds['account'] => {
    const known = scope.find('account', id)
    if (known) return known
    const account = { ...accountOf(scope, 'custom'), id }
    account.capabilities = {
      card_payments: 'active',
      konbini_payments: 'active',
      transfers: 'active',
    }
    return scope.put<'account'>({
      ...account,
      ...onboarded(account, []),
      charges_enabled: true,
      payouts_enabled: true,
    })
  }

  return {
    /** An account that is complete, unless it exists. */
    open: (id: string) => void act('', (scope) => openOnce(scope, id)),
    /** Sets the state of an account, created if it does not exist. */
    set: (id: string, change: Partial<AccountStatus>) =>
      void act('', (scope) => scope.put<'account'>(changed(openOnce(scope, id), change))),
    /** The seller's browser uploads an identity document. */
    addDocument: (id: string) =>
      void act('', (scope) =>
        scope.put<'file'>({ ...fileOf(scope, PICTURE, 'identity_document'), id }),
      ),
    count: () => act('', (scope) => scope.list('account').data.length),
    disconnect: (id: string) =>
      void act(id, (scope) => {
        const platform = scope.as('')
        platform.put<'account'>(platform.take('account', id), { deleted: true })
        emitDeauthorized(scope)
      }),
    available: (id: string) => act(id, (scope) => balances(scope).available),
    setAvailable: (id: string, amount: number) =>
      void act(id, (scope) => {
        const { available } = balances(scope)
        const entry = {
          currency: 'jpy',
          type: 'adjustment',
          category: 'other',
          source: id,
        } as const
        book(scope, { ...entry, amount: amount - available, atOnce: true })
      }),
    /** A payout in the provider's dashboard. */
    payOutByHand: (id: string, amount: number) =>
      act(id, (scope) => payOut(scope, { amount, automatic: false }).id),
    /** The bank takes a payout, or sends it back. */
    settle: (ref: string, status: 'paid' | 'failed') =>
      void act(ownerOf(ref), (scope) => {
        if (status === 'paid') arrive(scope, ref)
        else giveBack(scope, scope.take('payout', ref), 'failed')
      }),
  }
}

function changed(account: Kinds['account'], change: Partial<AccountStatus>): Kinds['account'] {
  const { requirements, capabilities } = account
  const status = (isActive: boolean) => (isActive ? ('active' as const) : ('inactive' as const))
  return {
    ...account,
    charges_enabled: change.chargesEnabled ?? account.charges_enabled,
    payouts_enabled: change.payoutsEnabled ?? account.payouts_enabled,
    capabilities: {
      ...capabilities,
      ...(change.takesJcb === undefined ? {} : { jcb_payments: status(change.takesJcb) }),
      ...(change.takesKonbini === undefined
        ? {}
        : { konbini_payments: status(change.takesKonbini) }),
    },
    requirements: {
      ...requirements!,
      ...(change.due ? { past_due: [], currently_due: change.due } : {}),
      ...(change.pending ? { pending_verification: change.pending } : {}),
      ...(change.errors ? { errors: change.errors.map(errorOf) } : {}),
      ...(change.deadline === undefined ? {} : { current_deadline: secondsOf(change.deadline) }),
      ...(change.disabledReason === undefined
        ? {}
        : { disabled_reason: change.disabledReason as Why }),
    },
  }
}

const secondsOf = (instant: string | null) => (instant === null ? null : Date.parse(instant) / 1000)

const errorOf = ({ about, code }: AccountStatus['errors'][number]) => ({
  code: code as Stripe.Account.Requirements.Error['code'],
  reason: code,
  requirement: about,
})
