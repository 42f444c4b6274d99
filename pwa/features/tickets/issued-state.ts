import type { IssuedTicket } from '#contract/tickets/calls.ts'

/** The status of a ticket; `expired` depends on the time. */
export type IssuedState = IssuedTicket['status'] | 'expired'

export function issuedStateOf({ status, ticket }: IssuedTicket, now: string): IssuedState {
  if (status !== 'valid') return status
  if (ticket.status === 'cancelled') return 'cancelled'
  return ticket.valid_until < now ? 'expired' : 'valid'
}

/** The holder was admitted, and may re-enter with the ticket. */
export const opensAgain = ({ status, ticket }: IssuedTicket, now: string): boolean =>
  status === 'used' && ticket.reentry && ticket.status !== 'cancelled' && now <= ticket.valid_until

export const issuedLabels: Record<IssuedState, string> = {
  valid: '有効',
  used: '使用済み',
  cancelled: 'キャンセル',
  transferred: '譲渡済み',
  expired: '期限切れ',
}
