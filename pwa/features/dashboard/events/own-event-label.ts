import type { OwnEvent } from '#contract/events/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { watchedMinutes } from './audience-label.ts'

interface OwnEventLabel {
  label: string
  tone: 'neutral' | 'live' | 'primary' | 'positive' | 'warning'
}

/** The label of an owner's event, drafts and cancelled ones included. */
export function ownEventLabel(event: OwnEvent): OwnEventLabel {
  if (event.status === 'draft') return { label: '下書き', tone: 'warning' }
  switch (phaseOf(event)) {
    case 'coming':
      return event.remaining === 0
        ? { label: '完売', tone: 'positive' }
        : { label: '販売中', tone: 'positive' }
    case 'onAir':
      return { label: '配信中', tone: 'live' }
    case 'after':
      return { label: 'トーク中', tone: 'primary' }
    case 'archive':
      return { label: '見逃し配信中', tone: 'primary' }
    case 'cancelled':
      return { label: '中止', tone: 'neutral' }
    case 'ended':
      return { label: '終了', tone: 'neutral' }
  }
}

/** Splits events into upcoming and live ones, and past ones; the order is kept. */
export function byTime(events: OwnEvent[]): { coming: OwnEvent[]; past: OwnEvent[] } {
  const over = ({ publishment_flg, status }: OwnEvent) =>
    publishment_flg === 3 || status === 'cancelled'
  return { coming: events.filter((event) => !over(event)), past: events.filter(over) }
}

export interface Sales {
  tickets: number
  gross: number
  net: number
  minutes: number
  messages: number
}

export const salesOf = (events: OwnEvent[]): Sales =>
  events.reduce(
    (sum, { sales, audience }) => ({
      tickets: sum.tickets + sales.tickets,
      gross: sum.gross + sales.gross,
      net: sum.net + sales.net,
      minutes: sum.minutes + watchedMinutes(audience),
      messages: sum.messages + audience.talk.messages,
    }),
    { tickets: 0, gross: 0, net: 0, minutes: 0, messages: 0 },
  )
