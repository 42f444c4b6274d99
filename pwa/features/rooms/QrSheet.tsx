import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { QrFrame } from './QrFrame.tsx'
import css from './QrSheet.module.css'
import { roomUrl, type SharedRoom, shareRoom } from './shareRoom.ts'
import { useQrCode } from './useQrCode.ts'

const NOT_COPIED = 'コピーできませんでした。URLを選んでコピーしてください。'

/** The QR code and URL of the user's own room, to be shared. */
export function QrSheet({ room, onClose }: { room: SharedRoom; onClose: () => void }) {
  const url = roomUrl(room.id)
  const code = useQrCode(url)
  const { save } = code
  return (
    <Sheet open title="ルームを友だちに教える" onClose={onClose}>
      <div className={css.box}>
        <p className="small">QRコードかURLを友だちに送って、あなたのルームに招待しましょう。</p>
        <QrFrame of={code} label={`@${room.id}のQRコード`} />
        <p className={css.name}>@{room.id}</p>
        <TextInput label="ルームのURL" readOnly value={url} onChange={() => {}} />
        <div className={css.actions}>
          <Button
            wide
            icon="copy"
            onClick={() => void copyText(url, 'URLをコピーしました', NOT_COPIED)}
          >
            URLをコピー
          </Button>
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
      </div>
    </Sheet>
  )
}
