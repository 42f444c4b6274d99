import type { IssuedTicket } from '#contract/tickets.ts'
import { dayAndTime, monthDay, time } from '#pwa/lib/format.ts'
import type { StampWords } from '#pwa/ui/tickets/Stamp.tsx'
import type { IssuedState } from './issued-state.ts'

/** What is stamped over a ticket that opens no door any more. */
export function issuedStamp(
  { used_at, used_gate, ticket }: IssuedTicket,
  state: Exclude<IssuedState, 'valid'>,
): StampWords {
  switch (state) {
    case 'used':
      return used_at
        ? {
            word: '入場済',
            main: time(used_at),
            below: used_gate ?? monthDay(used_at),
            label: `${dayAndTime(used_at)} に${used_gate ? `${used_gate}から` : ''}入場しました`,
          }
        : { word: '入場', main: '済', below: '', label: '入場しました' }
    case 'cancelled':
      return {
        word: 'キャンセル',
        main: '無効',
        below: '入場できません',
        label: 'キャンセルされたため、入場できません',
      }
    case 'transferred':
      return {
        word: '譲渡済',
        main: '無効',
        below: '入場できません',
        label: 'ほかの方に譲渡したため、入場できません',
      }
    case 'expired':
      return {
        word: '期限切れ',
        main: time(ticket.valid_until),
        below: `${monthDay(ticket.valid_until)} まで`,
        label: `${dayAndTime(ticket.valid_until)} で期限が切れました`,
      }
  }
}
