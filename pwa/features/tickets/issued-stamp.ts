import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { bareTime, dayAndTime, monthDay } from '#pwa/lib/format.ts'
import type { StampLabel } from '#pwa/ui/tickets/Stamp.tsx'
import type { IssuedState } from './issued-state.ts'

/** The stamp on a ticket that is no longer valid. */
export function issuedStamp(
  { used_at, used_gate, resold, ticket }: IssuedTicket,
  state: Exclude<IssuedState, 'valid'>,
): StampLabel {
  switch (state) {
    case 'used':
      return used_at
        ? {
            word: '入場済',
            main: bareTime(used_at),
            below: used_gate ?? monthDay(used_at),
            label: `${dayAndTime(used_at)} に${used_gate ? `${used_gate}から` : ''}入場しました`,
          }
        : { word: '入場', main: '済', below: '', label: '入場しました' }
    case 'cancelled':
      if (resold)
        return {
          word: 'リセール済',
          main: '無効',
          below: '返金します',
          label: '公式リセールで次の方が購入したため、入場できません',
        }
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
        main: bareTime(ticket.valid_until),
        below: `${monthDay(ticket.valid_until)} まで`,
        label: `${dayAndTime(ticket.valid_until)} で期限が切れました`,
      }
  }
}
