import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { Subject } from '#pwa/ui/picture/Subject.tsx'

const EVENT = /^\/community\/[^/?]+\/event\/([^/?]+)/
const ROOM = /^\/community\/([^/?]+)/

/** What a person came for before the login or sign-up, from the path of its page; nothing for other pages. */
export function PageSubject({ path }: { path: string }) {
  const event = EVENT.exec(path)?.[1]
  const room = ROOM.exec(path)?.[1]
  if (event) return <EventSubject id={decodeURIComponent(event)} />
  return room ? <RoomSubject id={decodeURIComponent(room)} /> : null
}

function EventSubject({ id }: { id: string }) {
  const { data } = useLoad(events.getEvent, { params: { id } })
  if (!data) return null
  const { title, start, thumbnail_image_path } = data
  return <Subject src={thumbnail_image_path} title={title} note={`${dayAndTime(start)} から`} />
}

function RoomSubject({ id }: { id: string }) {
  const { data } = useLoad(rooms.getRoom, { params: { id } })
  return data ? <Subject src={data.header_image_path} title={data.title} /> : null
}
