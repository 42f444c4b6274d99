import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { readAnswer, Unreachable } from '#contract/http/caller.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import css from './PaperDialog.module.css'

interface PaperDialogProps {
  /** The URL of the document, which only its owner may read. */
  url: string
  /** 領収書 or 請求書. */
  title: string
  onClose: () => void
  /** Below the document. */
  children?: ReactNode
}

/** The first part of the query keys of documents. */
export const PAPER = 'paper'

/** A document to print, in an iframe: it has no scripts, and prints without the rest of the page. */
export function PaperDialog({ url, title, onClose, children }: PaperDialogProps) {
  const page = usePaper(url)
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Overlay label={title} title={title} onClose={onClose}>
      <Loaded of={page} skeleton={<SkeletonRows count={6} />}>
        {(html) => (
          <div className={css.receipt}>
            <iframe
              ref={frame}
              className={css.page}
              title={`${title}の内容`}
              srcDoc={html}
              sandbox="allow-same-origin allow-modals"
            />
            <Button wide icon="receipt" onClick={() => frame.current?.contentWindow?.print()}>
              印刷する
            </Button>
            <p className="note muted">「PDFに保存」を選ぶと、ファイルとして残せます。</p>
            {children}
          </div>
        )}
      </Loaded>
    </Overlay>
  )
}

function usePaper(url: string) {
  const { fetch } = useSession()
  return useQuery({
    queryKey: [PAPER, url],
    async queryFn({ signal }) {
      const answer = await fetch(url, { signal }).catch((error: unknown) => {
        throw new Unreachable(error)
      })
      if (!answer.ok) await readAnswer(answer)
      return answer.text()
    },
  })
}
