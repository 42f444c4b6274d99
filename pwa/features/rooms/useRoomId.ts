import { useParams } from 'react-router-dom'
import { useUser } from '#pwa/lib/session.tsx'

/** The room in the URL, or one's own where the URL names none (the `room` guard made sure that there is one). */
export function useRoomId(): string {
  const { roomid } = useParams()
  const user = useUser()
  return roomid ?? user?.my_room?.id ?? ''
}
