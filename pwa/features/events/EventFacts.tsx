import type { Event } from '#contract/events/calls.ts'
import { TagLinks } from '#pwa/features/rooms/TagLinks.tsx'
import { bareTime, dayAndTime, localTimeFact } from '#pwa/lib/format.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import css from './EventFacts.module.css'
import { MovedAlert } from './MovedAlert.tsx'
import { resaleFact } from './resale-fact.ts'

export function EventFacts({ event }: { event: Event }) {
  const { start, end, archive_days, archive_until, archive_deleted_at, live_talk, about, tags } =
    event
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
            value: archiveLabel(archive_days, archive_until, archive_deleted_at),
          },
          ...resaleFact(event.resale_until),
          { term: 'トーク', value: live_talk === 1 ? '配信中に書き込めます' : 'なし' },
        ]}
      />
      <p className={css.about}>{about}</p>
      <TagLinks tags={tags} />
    </>
  )
}

function archiveLabel(days: number, until: string | null, deletedAt: string | null): string {
  if (deletedAt) return 'オーナーにより終了しました'
  if (days === 0) return 'なし'
  return until ? `${dayAndTime(until)} まで` : `終了後、${days}日間`
}
