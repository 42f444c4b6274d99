import type { Message } from '#contract/inbox/calls.ts'
import { isoDate } from '#pwa/lib/format.ts'

export interface Day {
  /** YYYY-MM-DD in Japan time. */
  day: string
  messages: Message[]
}

/** Messages grouped by day, in their order. */
export const byDay = (messages: Message[]): Day[] =>
  [...Map.groupBy(messages, ({ created_at }) => isoDate(created_at))].map(([day, of]) => ({
    day,
    messages: of,
  }))
