import { urlOf } from '#contract/caller.ts'
import { type Event, events } from '#contract/events.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'

/** For those who may come; an owner has it in their own plans, and a draft in nobody's. */
export const CalendarLink = ({ event }: { event: Event }) =>
  event.is_owner || event.publishment_flg !== 0 || event.cancelled ? null : (
    <CalendarButton href={urlOf(events.getCalendar, { params: { id: event.id } })} />
  )

/** The server writes it: without a network the browser would leave for a page of its own, which says so. */
export const CalendarButton = ({ href }: { href: string }) =>
  useSessionState().at === 'offline' ? null : (
    <Button wide variant="quiet" icon="calendar" href={href}>
      カレンダーに追加
    </Button>
  )
