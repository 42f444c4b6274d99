import type { ReactNode } from 'react'
import { CELEBRATION } from '#contract/tickets/limits.ts'
import { type SharedPage, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Celebration } from '#pwa/ui/Celebration.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import css from './Done.module.css'

interface DoneProps {
  /** There is a receipt. */
  paid: boolean
  /** What was bought. */
  picture: ReactNode
  /** It is as wide as the page. */
  wide?: boolean
  title: ReactNode
  text: ReactNode
  /** The page by which friends learn of it. */
  shared: SharedPage
  /** Buttons, one below the other, before and after the one that shares. */
  actions: ReactNode
  further?: ReactNode
  onClose: () => void
}

/** The completed purchase: a short animation, the result, and where to go next. */
export const Done = (props: DoneProps) => {
  const { paid, picture, wide = false, title, text, shared, actions, further, onClose } = props
  return (
    <Overlay label="登録が完了しました" onClose={onClose}>
      <div className={css.done}>
        <Celebration particles={CELEBRATION.particles} durationMs={CELEBRATION.ms} far={wide}>
          {picture}
        </Celebration>
        <h1>{title}</h1>
        <p role="status">{text}</p>
        <div className={css.actions}>
          {actions}
          <Button wide variant="quiet" icon="share" onClick={() => void shareUrl(shared)}>
            友だちに知らせる
          </Button>
          {further}
        </div>
        {paid && (
          <p className="note muted">
            領収書は「アカウント」の「お支払い履歴」からいつでもご覧いただけます。
          </p>
        )}
      </div>
    </Overlay>
  )
}
