import type { StreamStorage } from '#contract/streams.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

const gigabytes = (bytes: number) =>
  `${(bytes / 1_000_000_000).toLocaleString('ja-JP', { maximumFractionDigits: 1 })}GB`

/** What the recordings take, and what becomes of the next one. */
export function DeskStorage({ storage }: { storage: StreamStorage }) {
  const { event_bytes, used_bytes, quota_bytes, notice } = storage
  return (
    <>
      {notice && <Notice tone="warning">{notice}</Notice>}
      <p className="note muted num">
        録画：このイベント{gigabytes(event_bytes)}・ルーム全体{gigabytes(used_bytes)}（上限
        {gigabytes(quota_bytes)}）
      </p>
    </>
  )
}
