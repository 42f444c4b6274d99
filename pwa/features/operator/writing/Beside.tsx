import type { ReactNode } from 'react'
import css from './Beside.module.css'

interface BesideProps {
  children: ReactNode
  /** The rendered preview. */
  preview: ReactNode
  /** Refreshing the preview failed. */
  failed?: boolean
}

/** An editor with its preview: below it on a phone, beside it on a wide screen. */
export const Beside = ({ children, preview, failed = false }: BesideProps) => (
  <div className={css.beside}>
    <div>{children}</div>
    <section className={css.preview} aria-label="プレビュー">
      <p className="note muted" role="status">
        {failed
          ? 'プレビューを更新できませんでした。入力を続けると、もう一度試します。'
          : 'プレビュー'}
      </p>
      <div className={css.paper}>{preview}</div>
    </section>
  </div>
)
