import { useParams } from 'react-router-dom'
import { useUser } from '#pwa/lib/api/session.tsx'

/** The room in the URL, or the user's own one (the `room` guard ensures that it exists). */
export function useRoomId(): string {
  const { roomid } = useParams()
  const user = useUser()
  return roomid ?? user?.my_room?.id ?? ''
}
