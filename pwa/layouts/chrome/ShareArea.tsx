import { currentPage, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import css from './ShareArea.module.css'

const copy = () =>
  copyText(
    location.href,
    'URLをコピーしました',
    'コピーできませんでした。アドレスバーのURLをコピーしてください。',
  )

/** The share buttons below a page, for members. */
export function ShareArea() {
  return (
    <aside className={css.area} aria-label="このページを共有">
      <p className="small">このページを、好きそうな人に教える</p>
      <div className="row row-s">
        <Button
          variant="secondary"
          size="s"
          icon="share"
          onClick={() => void shareUrl(currentPage(document.title))}
        >
          共有する
        </Button>
        <Button variant="quiet" size="s" icon="copy" onClick={() => void copy()}>
          URLをコピー
        </Button>
      </div>
    </aside>
  )
}
