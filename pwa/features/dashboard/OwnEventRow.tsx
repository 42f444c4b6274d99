import { lazy, Suspense, useState } from 'react'
import type { OwnEvent } from '#contract/events.ts'
import { dateTime, price, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Filled } from './Filled.tsx'
import css from './OwnEventRow.module.css'
import { ownEventWords } from './own-event-words.ts'

const OwnEventSheet = lazy(async () => ({
  default: (await import('./OwnEventSheet.tsx')).OwnEventSheet,
}))

/** One of one's own events, and what it sold. */
export function OwnEventRow({ event }: { event: OwnEvent }) {
  const [open, setOpen] = useState(false)
  const { title, start, amount, capacity, sales, thumbnail_image_path } = event
  const { label, tone } = ownEventWords(event)
  return (
    <>
      <ListRow
        onClick={() => setOpen(true)}
        leading={
          <span className={css.picture}>
            {thumbnail_image_path && <img className="art" src={thumbnail_image_path} alt="" />}
          </span>
        }
      >
        <b className={css.title}>{title}</b>
        <span className={css.meta}>
          <time dateTime={start}>{dateTime(start)}</time>
          <span>{price(amount)}</span>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <Filled taken={sales.tickets} capacity={capacity} />
        {sales.gross > 0 && (
          <span className={css.sales}>
            <span>販売 {yen(sales.gross)}</span>
            <b>売上 {yen(sales.net)}</b>
          </span>
        )}
      </ListRow>
      {open && (
        <Suspense>
          <OwnEventSheet event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
