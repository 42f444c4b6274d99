import { type Event, events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

/** The calendar link, for possible visitors: not for the owner, and not for a draft. */
export const CalendarLink = ({ event, wide = false }: { event: Event; wide?: boolean }) =>
  event.is_owner || event.publishment_flg !== 0 || event.cancelled ? null : (
    <CalendarButton href={urlOf(events.getCalendar, { params: { id: event.id } })} wide={wide} />
  )

/** The server creates the calendar file; offline, the button shows a message instead of leaving the page. */
export const CalendarButton = ({ href, wide = false }: { href: string; wide?: boolean }) =>
  useSessionState().at === 'offline' ? null : (
    <Button wide={wide} size={wide ? 'm' : 's'} variant="quiet" icon="calendar" href={href}>
      カレンダーに追加
    </Button>
  )
