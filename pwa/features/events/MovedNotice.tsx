import type { Event } from '#contract/events.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

/** To whom a ticket is a date in the diary: it is another one now. */
export function MovedNotice({ event }: { event: Event }) {
  const { joined, moved_from, start, publishment_flg, cancelled } = event
  const isTold = joined && moved_from && moved_from !== start
  if (!isTold || publishment_flg !== 0 || cancelled) return null
  return (
    <Notice tone="warning">
      開始日時が変わりました：{dayAndTime(moved_from)} → <b>{dayAndTime(start)}</b>
    </Notice>
  )
}
