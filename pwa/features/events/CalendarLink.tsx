import { urlOf } from '#contract/caller.ts'
import { type Event, events } from '#contract/events.ts'
import { Button } from '#pwa/ui/Button.tsx'

/** For those who may come; an owner has it in their own plans, and a draft in nobody's. */
export const CalendarLink = ({ event }: { event: Event }) =>
  event.is_owner || event.publishment_flg !== 0 || event.cancelled ? null : (
    <Button
      wide
      variant="quiet"
      icon="calendar"
      href={urlOf(events.getCalendar, { params: { id: event.id } })}
    >
      カレンダーに追加
    </Button>
  )
