import type { OwnEvent } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'

export interface Check {
  done: boolean
  text: string
  /** The number that the label is about. */
  detail?: string
}

/** The readiness checks of an upcoming event. */
export function eventChecks(event: OwnEvent, now: string): Check[] {
  return [
    saleCheck(event, now),
    event.thumbnail_image_path
      ? { done: true, text: '画像を登録しています' }
      : { done: false, text: '画像をまだ登録していません' },
    event.archive_days > 0
      ? { done: true, text: '見逃し配信', detail: `終了後 ${event.archive_days}日間` }
      : { done: false, text: '見逃し配信はありません' },
    event.live_talk === 1
      ? { done: true, text: '配信中にトークができます' }
      : { done: false, text: '配信中のトークはありません' },
  ]
}

function saleCheck(event: OwnEvent, now: string): Check {
  const { sales_end, sales, capacity, remaining } = event
  const detail = `${count(sales.tickets)}枚 / ${count(capacity)}枚`
  if (remaining === 0) return { done: true, text: 'チケットは完売しました', detail }
  return sales_end > now
    ? { done: true, text: 'チケットを販売中です', detail }
    : { done: true, text: 'チケットの販売は終わりました', detail }
}

/** The first published event that is not over; the list begins with the earliest. */
export const nextSequence = (events: OwnEvent[]) =>
  events.find(({ status, publishment_flg }) => status === 'published' && publishment_flg < 3)
