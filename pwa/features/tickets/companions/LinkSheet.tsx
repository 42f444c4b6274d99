import { shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { TicketQr } from '../ticket/TicketQr.tsx'
import css from './LinkSheet.module.css'

const NOT_COPIED = 'コピーできませんでした。QRコードを読み取ってもらってください。'

interface LinkSheetProps {
  link: { number: string; url: string } | null
  /** Of the event. */
  title: string
  onClose: () => void
}

/** The link of a companion's seat: it is shown once, and hands the ticket to the first person who accepts it. */
export const LinkSheet = ({ link, title, onClose }: LinkSheetProps) => (
  <Sheet open={link !== null} title="同行者にチケットを送る" onClose={onClose}>
    {link && (
      <div className="stack">
        <p className="small">
          整理番号 {link.number}{' '}
          のチケットです。リンクを開いて、先に受け取った方のチケットになります。送る相手をお確かめください。
        </p>
        <Button
          wide
          icon="share"
          onClick={() => void shareUrl({ title: `「${title}」の入場チケット`, url: link.url })}
        >
          リンクを送る
        </Button>
        <Button
          wide
          variant="secondary"
          icon="copy"
          onClick={() => void copyText(link.url, 'リンクをコピーしました', NOT_COPIED)}
        >
          リンクをコピーする
        </Button>
        <div className={css.code}>
          <TicketQr
            text={link.url}
            label="チケットを受け取るリンクのQRコード"
            dpr={devicePixelRatio}
          />
        </div>
        <p className="note muted">
          このリンクは、閉じるともう表示されません。受け取られるまでは、作り直せます。
        </p>
      </div>
    )}
  </Sheet>
)
