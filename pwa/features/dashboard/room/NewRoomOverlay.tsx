import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { RoomEditor } from './RoomEditor.tsx'

const NAME = 'ルームを開く'

export const NewRoomOverlay = ({ onClose }: { onClose: () => void }) => (
  <Overlay label={NAME} title={NAME} onClose={onClose}>
    <RoomEditor room={null} />
  </Overlay>
)
