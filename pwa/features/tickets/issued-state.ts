import type { IssuedTicket } from '#contract/tickets.ts'

/** Whether a ticket still opens a door, and if not, why. */
export type IssuedState = IssuedTicket['status'] | 'expired'

export function issuedStateOf({ status, ticket }: IssuedTicket, now: string): IssuedState {
  if (status !== 'valid') return status
  if (ticket.status === 'cancelled') return 'cancelled'
  return ticket.valid_until < now ? 'expired' : 'valid'
}

/** Its holder was let in, and may go out and come back in with it. */
export const opensAgain = ({ status, ticket }: IssuedTicket, now: string): boolean =>
  status === 'used' && ticket.reentry && ticket.status !== 'cancelled' && now <= ticket.valid_until

export const issuedWords: Record<IssuedState, string> = {
  valid: '有効',
  used: '使用済み',
  cancelled: 'キャンセル',
  transferred: '譲渡済み',
  expired: '期限切れ',
}
