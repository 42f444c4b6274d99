import type { LotteryApplication } from '#contract/lottery/calls.ts'
import type { LotteryPhase } from '#contract/lottery/phase.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'

/**
 * What a lottery is to the viewer. `outside`: only members of the room may apply; `drawing`: they applied, and the result
 * is not told; `missed`: they have not applied, and it is too late.
 */
export type LotteryState =
  | 'owner'
  | 'cancelled'
  | 'held'
  | 'unknown'
  | 'planned'
  | 'visitor'
  | 'outside'
  | 'open'
  | 'applied'
  | 'drawing'
  | 'won'
  | 'lapsed'
  | 'lost'
  | 'missed'
  | 'over'

interface Viewed {
  ticket: Pick<TicketOnSale, 'is_owner' | 'status' | 'held' | 'members_only'>
  phase: LotteryPhase
  session: 'visitor' | 'member' | 'unknown'
  /** Undefined: not known yet, or a visitor. */
  application: Pick<LotteryApplication, 'state' | 'can'> | undefined
}

const TOLD = { applied: 'drawing', won: 'won', bought: 'held', lapsed: 'lapsed' } as const

export function lotteryStateOf({ ticket, phase, session, application }: Viewed): LotteryState {
  if (ticket.is_owner) return 'owner'
  if (ticket.status === 'cancelled') return 'cancelled'
  if (ticket.held) return 'held'
  if (phase === 'planned') return 'planned'
  if (session === 'visitor') return phase === 'open' ? 'visitor' : atEnd(phase)
  if (!application) return 'unknown'
  const { state, can } = application
  if (state === 'none') {
    if (phase !== 'open') return atEnd(phase)
    if (can.apply) return 'open'
    return ticket.members_only ? 'outside' : 'missed'
  }
  if (phase === 'open') return 'applied'
  if (state === 'lost') return phase === 'over' ? 'over' : 'lost'
  return TOLD[state]
}

const atEnd = (phase: LotteryPhase) => (phase === 'over' ? 'over' : 'missed')
