import { useParams } from 'react-router-dom'
import { deskPaths } from '#pwa/features/operator/desk-paths.ts'
import { RoomView } from '#pwa/features/operator/rooms/RoomView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'

export function AdminRoomPage() {
  const { name = '' } = useParams()
  return (
    <Screen title={`@${name} のルーム`} back={deskPaths.rooms}>
      <RoomView id={name} />
    </Screen>
  )
}
