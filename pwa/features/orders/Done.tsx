import type { ReactNode } from 'react'
import { CELEBRATION } from '#contract/limits.ts'
import { ArchedImage } from '#pwa/ui/ArchedImage.tsx'
import { Celebration } from '#pwa/ui/Celebration.tsx'
import { Overlay } from '#pwa/ui/Overlay.tsx'
import css from './Done.module.css'

interface DoneProps {
  /** There is a receipt of it. */
  paid: boolean
  /** The picture that the light comes from. */
  picture: string | null
  title: ReactNode
  words: ReactNode
  /** Buttons, one under the other. */
  actions: ReactNode
  onClose: () => void
}

/** It is bought, or taken: a little light, what one has now, and where to go. */
export const Done = ({ paid, picture, title, words, actions, onClose }: DoneProps) => (
  <Overlay label="登録が完了しました" onClose={onClose}>
    <div className={css.done}>
      <Celebration particles={CELEBRATION.particles} durationMs={CELEBRATION.ms}>
        <div className={css.picture}>
          <ArchedImage src={picture} size="fill" />
        </div>
      </Celebration>
      <h1>{title}</h1>
      <p role="status">{words}</p>
      <div className={css.actions}>{actions}</div>
      {paid && (
        <p className="note muted">
          領収書は「アカウント」の「お支払い」からいつでもご覧いただけます。
        </p>
      )}
    </div>
  </Overlay>
)
