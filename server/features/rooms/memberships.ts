import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { providerErrorOf } from '#server/http/provider-errors.ts'
import type { Deps } from '#server/process/deps.ts'
import { roomLeaving } from './cancellation.ts'
import { createDunning, type Dunning } from './dunning.ts'
import { createMembershipSync, type MembershipSync } from './membership-sync.ts'

/** Lifecycle of memberships: sync with the provider's subscriptions, dunning, leaving. */
export interface Memberships extends Pick<MembershipSync, 'sync'> {
  /** Called when a subscription changed at the provider. */
  onProviderUpdate: (at: { account: string; ref: string }) => Promise<unknown>
  dunning: Dunning
  cancellation: ReturnType<typeof roomLeaving>
}

type MembershipDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/** Turns the errors of a provider outage into a 503. */
const withProviderError =
  <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await work(...args)
    } catch (error) {
      throw providerErrorOf(error) ?? error
    }
  }

export function createMemberships(deps: MembershipDeps, renewals: Renewals): Memberships {
  const keeping = createMembershipSync(deps, renewals)
  const dunning = createDunning(deps, renewals, keeping)
  const cancellation = roomLeaving(deps, renewals, keeping)
  return {
    sync: keeping.sync,
    onProviderUpdate: ({ account, ref }) => keeping.sync(account, ref),
    dunning: {
      ...dunning,
      pay: withProviderError(dunning.pay),
      outcome: withProviderError(dunning.outcome),
    },
    cancellation: {
      leave: withProviderError(cancellation.leave),
      rejoin: withProviderError(cancellation.rejoin),
    },
  }
}
