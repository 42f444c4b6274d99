import { Icon } from '#pwa/ui/Icon.tsx'
import type { Sending } from './thread-uploads.ts'
import css from './UploadProgress.module.css'

const WHOLE = 100

/** The progress of uploads, and whether they wait for the network. */
export function UploadProgress({ of: { sent, total, waiting } }: { of: Sending }) {
  const percent = total === 0 ? WHOLE : Math.floor((sent / total) * WHOLE)
  const isUnderWay = percent < WHOLE
  return (
    <div className={css.bar}>
      {isUnderWay && (
        <progress className={css.progress} max={WHOLE} value={percent} aria-label="アップロード" />
      )}
      <p role="status">
        {waiting && <Icon name="offline" size="s" />}
        {waiting
          ? '接続が切れました。つながり次第、続きから再開します。'
          : isUnderWay
            ? 'アップロードしています…'
            : '投稿しています…'}
        {isUnderWay && <span aria-hidden="true">{percent}%</span>}
      </p>
    </div>
  )
}
