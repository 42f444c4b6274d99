import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { readAnswer, Unreachable, urlOf } from '#contract/caller.ts'
import { orders } from '#contract/orders.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import css from './ReceiptDialog.module.css'

/** The papers of a payment, in a frame of their own: they bring no script, and print without the rest of the page. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const page = useReceipt(id)
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Overlay label="領収書" title="領収書" onClose={onClose}>
      <Loaded of={page} skeleton={<SkeletonRows count={6} />}>
        {(html) => (
          <div className={css.receipt}>
            <iframe
              ref={frame}
              className={css.page}
              title="領収書の内容"
              srcDoc={html}
              sandbox="allow-same-origin allow-modals"
            />
            <Button wide icon="receipt" onClick={() => frame.current?.contentWindow?.print()}>
              印刷する
            </Button>
            <p className="note muted">「PDFに保存」を選ぶと、ファイルとして残せます。</p>
          </div>
        )}
      </Loaded>
    </Overlay>
  )
}

function useReceipt(id: string) {
  const { fetch } = useSession()
  return useQuery({
    queryKey: ['receipt', id],
    async queryFn({ signal }) {
      const url = urlOf(orders.getReceipt, { params: { id } })
      const answer = await fetch(url, { signal }).catch((error: unknown) => {
        throw new Unreachable(error)
      })
      if (!answer.ok) await readAnswer(answer)
      return answer.text()
    },
  })
}
