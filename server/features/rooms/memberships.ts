import type { Deps } from '#server/deps.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { silenceOf } from '#server/http/silence.ts'
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

/** The provider's silence, as the caller hears it. */
const patiently =
  <A extends unknown[], T>(work: (...asked: A) => Promise<T>) =>
  async (...asked: A): Promise<T> => {
    try {
      return await work(...asked)
    } catch (error) {
      throw silenceOf(error) ?? error
    }
  }

export function createMemberships(deps: MembershipDeps, renewals: Renewals): Memberships {
  const keeping = keepingUp(deps, renewals)
  const late = arrears(deps, renewals, keeping)
  const away = leaving(deps, renewals, keeping)
  return {
    keepUp: keeping.keepUp,
    follow: ({ account, ref }) => keeping.keepUp(account, ref),
    late: { ...late, pay: patiently(late.pay), standing: patiently(late.standing) },
    away: { leave: patiently(away.leave), comeBack: patiently(away.comeBack) },
  }
}
