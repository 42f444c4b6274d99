import type { Event } from '#contract/events/calls.ts'
import { hasKinds, LIVE_ONLY, WITH_ARCHIVE } from '#contract/events/live-only.ts'
import { TagLinks } from '#pwa/features/rooms/TagLinks.tsx'
import { bareTime, dayAndTime, localTimeFact } from '#pwa/lib/format.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { archiveLabel } from './archive-label.ts'
import css from './EventFacts.module.css'
import { MovedAlert } from './MovedAlert.tsx'
import { resaleFact } from './resale-fact.ts'

export function EventFacts({ event }: { event: Event }) {
  const { start, end, live_talk, publishment_flg, about, tags } = event
  return (
    <>
      <MovedAlert event={event} />
      <Facts
        facts={[
          {
            term: '配信',
            value: (
              <>
                <b>{dayAndTime(start)}</b> から {bareTime(end)} ごろ
              </>
            ),
          },
          ...localTimeFact(start),
          {
            term: '見逃し配信',
            value: contentLabel(event),
          },
          ...resaleFact(event.resale_until),
          // Nobody writes any more after the end.
          ...(publishment_flg === 3
            ? []
            : [{ term: 'トーク', value: live_talk === 1 ? '配信中に書き込めます' : 'なし' }]),
        ]}
      />
      <p className={css.about}>{about}</p>
      <TagLinks tags={tags} />
    </>
  )
}

/** The archive, and for which tickets it is. */
function contentLabel(event: Event): string {
  if (event.live_only) return `お持ちのチケット（${LIVE_ONLY}）には含まれません`
  const label = archiveLabel(event)
  return hasKinds(event) && !event.joined ? `${label}（「${WITH_ARCHIVE}」のチケット）` : label
}
