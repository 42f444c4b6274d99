import type { StreamStorage } from '#contract/streams/calls.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

const gigabytes = (bytes: number) =>
  `${(bytes / 1_000_000_000).toLocaleString('ja-JP', { maximumFractionDigits: 1 })}GB`

/** The storage used by recordings, and whether the next one will be kept. */
export function StudioStorage({ storage }: { storage: StreamStorage }) {
  const { event_bytes, used_bytes, quota_bytes, notice } = storage
  return (
    <>
      {notice && <Alert tone="warning">{notice}</Alert>}
      <p className="note muted num">
        録画：このイベント{gigabytes(event_bytes)}・ルーム全体{gigabytes(used_bytes)}（上限
        {gigabytes(quota_bytes)}）
      </p>
    </>
  )
}
