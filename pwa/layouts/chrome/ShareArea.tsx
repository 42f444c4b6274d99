import { copyText, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import css from './ShareArea.module.css'

async function copy() {
  await copyText(location.href)
  showToast('URLをコピーしました')
}

/** For members, below a page: to tell somebody of it. */
export function ShareArea() {
  const here = () => ({ title: 'Room', url: location.href })
  return (
    <aside className={css.area} aria-label="このページを共有">
      <p className="small">このページを、好きそうな人に教える</p>
      <div className="row row-s">
        <Button variant="secondary" size="s" icon="share" onClick={() => void shareUrl(here())}>
          共有する
        </Button>
        <Button variant="quiet" size="s" icon="copy" onClick={() => void copy()}>
          URLをコピー
        </Button>
      </div>
    </aside>
  )
}
