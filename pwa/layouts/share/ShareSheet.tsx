import { useState } from 'react'
import { UrlCode } from '#pwa/features/rooms/QrFrame.tsx'
import type { SharedPage } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './ShareSheet.module.css'

const NOT_COPIED = 'コピーできませんでした。URLを選んでコピーしてください。'

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
      <div className={css.ways}>
        <p className="title">{title}</p>
        <TextInput label="URL" readOnly value={url} onChange={() => {}} />
        <Button
          wide
          icon="copy"
          onClick={() => void copyText(url, 'URLをコピーしました', NOT_COPIED)}
        >
          URLをコピー
        </Button>
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
        {hasCode && <UrlCode url={url} label={`${title}のQRコード`} />}
      </div>
    </Sheet>
  )
}
