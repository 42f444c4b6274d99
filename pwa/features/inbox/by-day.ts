import type { Message } from '#contract/inbox.ts'
import { isoDate } from '#pwa/lib/format.ts'

export interface Day {
  /** YYYY-MM-DD, in Japan. */
  day: string
  messages: Message[]
}

/** Messages in their order, day by day. */
export const byDay = (messages: Message[]): Day[] =>
  [...Map.groupBy(messages, ({ created_at }) => isoDate(created_at))].map(([day, of]) => ({
    day,
    messages: of,
  }))
