import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { QrFrame } from './QrFrame.tsx'
import css from './QrSheet.module.css'
import { CopyUrl, ShareBox, UrlField } from './ShareBox.tsx'
import { roomUrl, type SharedRoom, shareRoom } from './shareRoom.ts'
import { useQrCode } from './useQrCode.ts'

/** The QR code and URL of the user's own room, to be shared. */
export function QrSheet({ room, onClose }: { room: SharedRoom; onClose: () => void }) {
  const url = roomUrl(room.id)
  const code = useQrCode(url)
  const { save } = code
  return (
    <Sheet open title="ルームを友だちに教える" onClose={onClose}>
      <ShareBox>
        <p className="small">QRコードかURLを友だちに送って、あなたのルームに招待しましょう。</p>
        <QrFrame of={code} label={`@${room.id}のQRコード`} />
        <p className={css.name}>@{room.id}</p>
        <UrlField label="ルームのURL" url={url} />
        <div className={css.actions}>
          <CopyUrl url={url} />
          <Button
            wide
            variant="secondary"
            icon="download"
            disabled={save === null}
            onClick={() => void save?.()}
          >
            QRを保存
          </Button>
          <Button wide variant="secondary" icon="share" onClick={() => void shareRoom(room)}>
            共有する
          </Button>
        </div>
      </ShareBox>
    </Sheet>
  )
}
