import type { Deps } from '#server/deps.ts'
import type { Renewals } from '#server/features/orders/renewals.ts'
import { type Arrears, arrears } from './arrears.ts'
import { type KeepingUp, keepingUp } from './keeping-up.ts'
import { leaving } from './leaving.ts'

/** Memberships over time: kept as the provider has them, behind with paying, left. */
export interface Memberships extends Pick<KeepingUp, 'keepUp'> {
  /** Hears that a subscription changed. */
  follow: (at: { account: string; ref: string }) => Promise<unknown>
  late: Arrears
  away: ReturnType<typeof leaving>
}

type MembershipDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

export function createMemberships(deps: MembershipDeps, renewals: Renewals): Memberships {
  const keeping = keepingUp(deps, renewals)
  return {
    keepUp: keeping.keepUp,
    follow: ({ account, ref }) => keeping.keepUp(account, ref),
    late: arrears(deps, renewals, keeping),
    away: leaving(deps, renewals, keeping),
  }
}
