import { TicketQr } from '#pwa/features/tickets/ticket/TicketQr.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './InviteSheet.module.css'

const NOT_COPIED = 'コピーできませんでした。係員の端末でQRコードを読み取ってください。'

interface InviteSheetProps {
  invite: { name: string; url: string } | null
  onClose: () => void
}

/** The link that assigns the gate to a phone: shown once, valid for the first phone that opens it. */
export const InviteSheet = ({ invite, onClose }: InviteSheetProps) => (
  <Sheet open={invite !== null} title={`${invite?.name ?? ''}の招待`} onClose={onClose}>
    {invite && (
      <div className="stack">
        <p>
          係員の端末でこのQRコードを読み取るか、リンクを開くと、その端末がこの入口の受付になります。使えるのは、最初に開いた1台だけです。
        </p>
        <div className={css.code}>
          <TicketQr
            text={invite.url}
            label={`${invite.name}の招待のQRコード`}
            dpr={devicePixelRatio}
          />
        </div>
        <Button
          wide
          variant="secondary"
          icon="copy"
          onClick={() => void copyText(invite.url, 'リンクをコピーしました', NOT_COPIED)}
        >
          リンクをコピーする
        </Button>
        <p className="note muted">
          このリンクは、閉じるともう表示されません。なくしたときは、入口を開いて招待し直せます。
        </p>
      </div>
    )}
  </Sheet>
)
