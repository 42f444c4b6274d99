import { kindName } from '#contract/events/live-only.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'

interface Ordered {
  room_title?: string | null
  event_title: string | null
  ticket_title: string | null
  type_name: string | null
  live_only: Parameters<typeof kindName>[0]
}

/** The title of what was ordered, with the type of an entry ticket or the kind of a stream ticket. */
export const orderedTitle = ({ room_title, event_title, ticket_title, ...row }: Ordered) =>
  typedTitle(
    room_title ?? event_title ?? ticket_title ?? '',
    row.type_name ?? kindName(row.live_only),
  )
