import { useState } from 'react'
import { UrlCode } from '#pwa/features/rooms/QrFrame.tsx'
import { CopyUrl, ShareBox, UrlField } from '#pwa/features/rooms/ShareBox.tsx'
import { cardUrl, type SharedPage } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './ShareSheet.module.css'

const address = (base: string, params: Record<string, string>) =>
  `${base}?${new URLSearchParams(params)}`

/** Links to other sites. */
const OUTSIDE = { variant: 'secondary', target: '_blank', rel: 'noopener' } as const

/** Ways to share a page, for browsers without a share sheet of their own. */
export function ShareSheet({ page, onClose }: { page: SharedPage; onClose: () => void }) {
  const { title, text = title, url } = page
  const [hasCode, setHasCode] = useState(false)
  return (
    <Sheet open title="共有する" onClose={onClose}>
      <ShareBox>
        <p className="title">{title}</p>
        <UrlField label="URL" url={url} />
        <CopyUrl url={url} />
        <div className={css.row}>
          <Button
            {...OUTSIDE}
            href={address('https://social-plugins.line.me/lineit/share', { url })}
          >
            LINE
          </Button>
          <Button {...OUTSIDE} href={address('https://x.com/intent/post', { text, url })}>
            X
          </Button>
          <Button variant="secondary" icon="qr" onClick={() => setHasCode(true)} disabled={hasCode}>
            QR
          </Button>
        </div>
        <Button wide variant="secondary" icon="download" href={cardUrl(url)} download>
          画像を保存
        </Button>
        {hasCode && <UrlCode url={url} label={`${title}のQRコード`} />}
      </ShareBox>
    </Sheet>
  )
}
