import { useParams } from 'react-router-dom'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { RoomView } from '#pwa/features/operator/rooms/RoomView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export function AdminRoomPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name} のルーム`} back={adminPaths.rooms}>
      <RoomView id={name} />
    </Screen>
  )
}
