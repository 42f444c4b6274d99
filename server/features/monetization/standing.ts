import { SELLER_LEFT } from '#contract/messages.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { SellerStanding } from '#server/ports/sellers.ts'
import { stoppedWords, wantedWords, wrongWords } from './requirement-words.ts'

type State = SellerAccount['state']
/** What the provider's word changes here. */
export type Standing = Pick<
  SellerAccount,
  'state' | 'reasons' | 'charges_enabled' | 'payouts_enabled' | 'jcb_payments'
>

/** Reasons for which a seller can do nothing but ask. */
const STOPPED = /^(rejected|listed|platform_paused)/
const MAX_REASONS = 8
const UNDER_REVIEW = '提出いただいた内容を、決済会社が確認しています。'

function stateOf({ due, disabledReason, chargesEnabled, payoutsEnabled }: SellerStanding): State {
  if (disabledReason && STOPPED.test(disabledReason)) return 'blocked'
  if (due.length > 0) return 'more_needed'
  return chargesEnabled && payoutsEnabled ? 'ready' : 'review'
}

const untilOf = (deadline: string) =>
  `${new Date(deadline).toLocaleDateString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    month: 'long',
    day: 'numeric',
  })}までにお済ませください。過ぎると、販売と振込が止まることがあります。`

function reasonsOf(standing: SellerStanding, state: State): string[] {
  if (state === 'blocked') return [stoppedWords(standing.disabledReason!)]
  if (state === 'review') return standing.pending.length > 0 ? [UNDER_REVIEW] : []
  if (state !== 'more_needed') return []
  const { due, errors, deadline } = standing
  const sentences = [
    ...errors.map(({ code }) => wrongWords(code)),
    ...due.map(wantedWords),
    ...(deadline ? [untilOf(deadline)] : []),
  ]
  return [...new Set(sentences)].slice(0, MAX_REASONS)
}

const flag = (yes: boolean) => (yes ? 1 : 0)

/** An account as the product knows it, from what the provider says of it. */
export function standingOf(said: SellerStanding): Standing {
  const state = stateOf(said)
  const isBlocked = state === 'blocked'
  return {
    state,
    reasons: JSON.stringify(reasonsOf(said, state)),
    charges_enabled: flag(said.chargesEnabled && !isBlocked),
    payouts_enabled: flag(said.payoutsEnabled && !isBlocked),
    jcb_payments: flag(said.takesJcb),
  }
}

/** One that the provider does not show us any more takes nothing and gives nothing. */
export const DISCONNECTED: Standing = {
  state: 'blocked',
  reasons: JSON.stringify([SELLER_LEFT]),
  charges_enabled: 0,
  payouts_enabled: 0,
  jcb_payments: 0,
}
