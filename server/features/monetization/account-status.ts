import { inJapan } from '#contract/lib/japan-time.ts'
import { SELLER_LEFT } from '#contract/monetization/messages.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { AccountStatus } from '#server/ports/sellers.ts'
import { disabledText, errorText, requiredText } from './requirement-labels.ts'

type State = SellerAccount['state']
/** Columns set from the provider's answer. */
export type AccountState = Pick<
  SellerAccount,
  'state' | 'reasons' | 'charges_enabled' | 'payouts_enabled' | 'jcb_payments' | 'konbini_payments'
>

/** Reasons that a seller can only resolve by contacting the provider. */
const STOPPED = /^(rejected|listed|platform_paused)/
const MAX_REASONS = 8
const UNDER_REVIEW = '提出いただいた内容を、決済会社が確認しています。'

const isStop = (reason: string | null): reason is string => reason !== null && STOPPED.test(reason)

function stateOf({ due, disabledReason, chargesEnabled, payoutsEnabled }: AccountStatus): State {
  if (isStop(disabledReason)) return 'blocked'
  if (due.length > 0) return 'more_needed'
  return chargesEnabled && payoutsEnabled ? 'ready' : 'review'
}

const day = inJapan({ month: 'long', day: 'numeric' })
const untilOf = (deadline: string) =>
  `${day(deadline)}までにお済ませください。過ぎると、販売と振込が止まることがあります。`

function reasonsOf(accountStatus: AccountStatus, state: State): string[] {
  if (isStop(accountStatus.disabledReason)) return [disabledText(accountStatus.disabledReason)]
  if (state === 'review') return accountStatus.pending.length > 0 ? [UNDER_REVIEW] : []
  if (state !== 'more_needed') return []
  const { due, errors, deadline } = accountStatus
  const sentences = [
    ...errors.map(({ code }) => errorText(code)),
    ...due.map(requiredText),
    ...(deadline ? [untilOf(deadline)] : []),
  ]
  return [...new Set(sentences)].slice(0, MAX_REASONS)
}

const flag = (yes: boolean) => (yes ? 1 : 0)

/** Account state of the product, from the provider's account. */
export function accountStateOf(accountStatus: AccountStatus): AccountState {
  const state = stateOf(accountStatus)
  const isBlocked = state === 'blocked'
  return {
    state,
    reasons: JSON.stringify(reasonsOf(accountStatus, state)),
    charges_enabled: flag(accountStatus.chargesEnabled && !isBlocked),
    payouts_enabled: flag(accountStatus.payoutsEnabled && !isBlocked),
    jcb_payments: flag(accountStatus.takesJcb),
    konbini_payments: flag(accountStatus.takesKonbini),
  }
}

/** Account that the provider no longer gives access to: no payments, no payouts. */
export const DISCONNECTED: AccountState = {
  state: 'blocked',
  reasons: JSON.stringify([SELLER_LEFT]),
  charges_enabled: 0,
  payouts_enabled: 0,
  jcb_payments: 0,
  konbini_payments: 0,
}
