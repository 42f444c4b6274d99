import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { EVENT_ENDED } from '#contract/events/messages.ts'
import type { StreamStorage } from '#contract/streams/calls.ts'
import { type Ingest, streams } from '#contract/streams/calls.ts'
import { keyOf, useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { DeleteArchive } from './DeleteArchive.tsx'
import { IncomingStream, PassedNotices } from './IncomingStream.tsx'
import { StreamAddress } from './StreamAddress.tsx'
import { StreamSourceForm } from './StreamSourceForm.tsx'
import css from './Studio.module.css'
import { StudioSteps } from './StudioSteps.tsx'

const gigabytes = (bytes: number) =>
  `${(bytes / 1_000_000_000).toLocaleString('ja-JP', { maximumFractionDigits: 1 })}GB`

/** The storage used by recordings, and whether the next one will be kept. */
function StudioStorage({ storage }: { storage: StreamStorage }) {
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

/** Poll interval of the incoming stream's state. */
const EVERY_MS = 2_000
/** The same after the event, when only refused streams are shown. */
const OVER_EVERY_MS = 10_000

/** The studio on the event's own page: the incoming stream, the next step, and the stream address. */
export function Studio({ event }: { event: Event }) {
  const over = event.publishment_flg === 3
  const ingest = useLoad(
    streams.getIngest,
    { params: { id: event.id } },
    { refetchInterval: over ? OVER_EVERY_MS : EVERY_MS },
  )
  useFreshEvent(ingest.data?.status)
  const notices = ingest.data?.notices ?? []
  if (over && event.archive !== 1 && notices.length === 0) return null
  return (
    <Card as="section" padded className={css.desk} aria-labelledby="desk">
      <h2 id="desk">配信デスク</h2>
      {over ? (
        <>
          <p className="small">
            {EVENT_ENDED}
            {event.archive === 1 && 'チケットをお持ちの方は、見逃し配信をご覧いただけます。'}
          </p>
          <PassedNotices notices={notices} />
        </>
      ) : (
        <Arrivals event={event} ingest={ingest} />
      )}
      <DeleteArchive event={event} />
    </Card>
  )
}

interface ArrivalsProps {
  event: Event
  ingest: ReturnType<typeof useLoad<typeof streams.getIngest>>
}

const Arrivals = ({ event, ingest }: ArrivalsProps) => (
  <Loaded of={ingest} skeleton={<SkeletonRows count={3} />}>
    {(data) => (
      <>
        <IncomingStream ingest={data} event={event} />
        <StudioSteps ingest={data} event={event} />
        {data.driver === 'external' ? (
          <StreamSourceForm ingest={data} event={event} />
        ) : (
          <>
            <StudioStorage storage={data.storage} />
            <StreamAddress ingest={data} event={event} />
          </>
        )}
      </>
    )}
  </Loaded>
)

/** Reloads the event when the stream's status changes, as another device or a timeout may have changed it. */
function useFreshEvent(status: Ingest['status'] | undefined) {
  const client = useQueryClient()
  const known = useRef(status)
  useEffect(() => {
    if (known.current && status !== known.current)
      void client.invalidateQueries({ queryKey: keyOf(events.getEvent) })
    known.current = status
  }, [client, status])
}
