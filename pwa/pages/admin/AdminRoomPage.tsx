import { useParams } from 'react-router-dom'
import { RoomView } from '#pwa/features/operator/rooms/RoomView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export function AdminRoomPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name} のルーム`} back={paths.adminRooms}>
      <RoomView id={name} />
    </Screen>
  )
}
