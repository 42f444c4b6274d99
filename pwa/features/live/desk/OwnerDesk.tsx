import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Event, events } from '#contract/events.ts'
import { type Ingest, streams } from '#contract/streams.ts'
import { keyOf, useLoad } from '#pwa/lib/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import { Arriving } from './Arriving.tsx'
import { DeleteArchive } from './DeleteArchive.tsx'
import { DeskSteps } from './DeskSteps.tsx'
import { DeskStorage } from './DeskStorage.tsx'
import css from './OwnerDesk.module.css'
import { StreamAddress } from './StreamAddress.tsx'
import { StreamSourceForm } from './StreamSourceForm.tsx'

/** How often the owner is told what arrives. */
const EVERY_MS = 2_000

/** The owner's desk on the event's own page: what arrives, the next step, and where to send the stream. */
export function OwnerDesk({ event }: { event: Event }) {
  const over = event.publishment_flg === 3
  const ingest = useLoad(
    streams.getIngest,
    { params: { id: event.id } },
    { enabled: !over, refetchInterval: over ? false : EVERY_MS },
  )
  useFreshEvent(ingest.data?.status)
  if (over && event.archive !== 1) return null
  return (
    <Card as="section" padded className={css.desk} aria-labelledby="desk">
      <h2 id="desk">配信デスク</h2>
      {over ? (
        <p className="small">
          このイベントは終了しました。チケットをお持ちの方は、見逃し配信をご覧いただけます。
        </p>
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
    {(found) => (
      <>
        <Arriving ingest={found} event={event} />
        <DeskSteps ingest={found} event={event} />
        {found.driver === 'external' ? (
          <StreamSourceForm ingest={found} event={event} />
        ) : (
          <>
            <DeskStorage storage={found.storage} />
            <StreamAddress ingest={found} event={event} />
          </>
        )}
      </>
    )}
  </Loaded>
)

/** The stream may have been begun, or ended, on another device or by itself: then the event has changed too. */
function useFreshEvent(status: Ingest['status'] | undefined) {
  const client = useQueryClient()
  const known = useRef(status)
  useEffect(() => {
    if (known.current && status !== known.current)
      void client.invalidateQueries({ queryKey: keyOf(events.getEvent) })
    known.current = status
  }, [client, status])
}
