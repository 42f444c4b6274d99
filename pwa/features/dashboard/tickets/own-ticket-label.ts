import { isLotteryOnly } from '#contract/lottery/phase.ts'
import type { OwnDigitalTicket, TicketOnSale } from '#contract/tickets/calls.ts'
import { isSoldOut } from '#pwa/features/tickets/type-labels.ts'
import { skipLabel } from './ticket-form.ts'

interface OwnTicketLabel {
  label: string
  tone: 'neutral' | 'positive' | 'warning'
}

/** The label of a digital ticket's availability. */
export function ownTicketLabel(ticket: TicketOnSale, now: string): OwnTicketLabel {
  if (ticket.status === 'draft') return { label: '下書き', tone: 'warning' }
  if (ticket.status === 'cancelled') return { label: '中止', tone: 'neutral' }
  if (ticket.valid_until < now) return { label: '終了', tone: 'neutral' }
  if (ticket.starts_at <= now) return { label: '販売終了', tone: 'neutral' }
  if (ticket.lottery && isLotteryOnly(ticket.lottery, now))
    return { label: '抽選販売', tone: 'positive' }
  return isSoldOut(ticket)
    ? { label: '完売', tone: 'positive' }
    : { label: '販売中', tone: 'positive' }
}

type Numbering = Pick<OwnDigitalTicket, 'number_prefix' | 'number_start' | 'number_skip'>

/** 「A」1番から（欠番 4, 9） */
export function numberLabel({ number_prefix, number_start, number_skip }: Numbering): string {
  const prefix = number_prefix && `「${number_prefix}」`
  const skipped = number_skip.length > 0 ? `（欠番 ${skipLabel(number_skip)}）` : ''
  return `${prefix}${number_start}番から${skipped}`
}
