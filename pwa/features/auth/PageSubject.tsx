import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { subjectOf } from '#pwa/lib/ticket-subject.ts'
import { Subject } from '#pwa/ui/picture/Subject.tsx'

const PAGE = /^\/community\/([^/?#]+)(?:\/(event|e_ticket)\/([^/?#]+))?/

/** What a person came for before the login or sign-up, from the path of its page; nothing for other pages. */
export function PageSubject({ path }: { path: string }) {
  const [room, kind, id] = PAGE.exec(path)?.slice(1).map(decoded) ?? []
  if (!room) return null
  if (!id) return <RoomSubject id={room} />
  return kind === 'event' ? <EventSubject id={id} /> : <TicketSubject roomid={room} id={id} />
}

const decoded = (part: string | undefined) => part && decodeURIComponent(part)

function EventSubject({ id }: { id: string }) {
  const { data } = useLoad(events.getEvent, { params: { id } })
  if (!data) return null
  const { title, start, thumbnail_image_path } = data
  return <Subject src={thumbnail_image_path} title={title} note={`${dayAndTime(start)} から`} />
}

function TicketSubject(params: { roomid: string; id: string }) {
  const { data } = useLoad(tickets.getDigitalTicket, { params })
  return data ? <Subject {...subjectOf(data)} /> : null
}

function RoomSubject({ id }: { id: string }) {
  const { data } = useLoad(rooms.getRoom, { params: { id } })
  return data ? <Subject src={data.header_image_path} title={data.title} /> : null
}
