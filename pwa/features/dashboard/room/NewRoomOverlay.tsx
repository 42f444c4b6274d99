import { Overlay } from '#pwa/ui/Overlay.tsx'
import { RoomEditor } from './RoomEditor.tsx'

const NAME = 'ルームを開く'

export const NewRoomOverlay = ({ onClose }: { onClose: () => void }) => (
  <Overlay label={NAME} title={NAME} onClose={onClose}>
    <RoomEditor room={null} />
  </Overlay>
)
