import { Button } from '../button/Button.tsx'
import { FieldError } from '../forms/FieldError.tsx'
import css from './LoadMore.module.css'

interface LoadMoreProps {
  /** Without more, nothing is rendered. */
  hasMore: boolean
  busy: boolean
  onMore: () => void
  /** The error of the last try. */
  error?: string | null
  label?: string
}

export function LoadMore({ hasMore, busy, onMore, error, label = 'もっと見る' }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <div className={css.more}>
      {error && <FieldError>{error}</FieldError>}
      <Button variant="secondary" size="s" busy={busy} onClick={onMore}>
        {error ? 'もう一度読み込む' : label}
      </Button>
    </div>
  )
}
