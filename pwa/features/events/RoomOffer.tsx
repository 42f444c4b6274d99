import { type Event, events } from '#contract/events/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { THREADS_COUNTED_MAX } from '#contract/threads/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { type Phase, phaseOf } from './phase.ts'
import css from './RoomOffer.module.css'

interface Reason {
  icon: IconName
  title: string
  note: string
}

const threadsLabel = (total: number) =>
  total > 0
    ? `これまでに${count(total)}件${total >= THREADS_COUNTED_MAX ? '以上' : ''}`
    : '最初のスレッドはこれからです'

/** `items`: the first page; `isAll`: there are no others. */
function eventsLabel(items: Event[], isAll: boolean): string {
  const of = (...phases: Phase[]) => items.filter((event) => phases.includes(phaseOf(event)))
  const [next] = of('coming')
  if (of('onAir').length > 0) return 'いま配信中です'
  if (next) return `次は${dayAndTime(next.start)}`
  const held = of('archive', 'ended').length
  return held > 0
    ? `これまでに${count(held)}回${isAll ? '' : '以上'}`
    : '最初のイベントを準備しています'
}

/** What joining a room opens, with the room's own numbers. */
export function RoomOffer({ room }: { room: string }) {
  const { items, more } = useList(events.listEvents, roomEvents(room))
  const { total } = useList(threads.listThreads, { params: { roomid: room } })
  const reasons: Reason[] = [
    {
      icon: 'talk',
      title: 'スレッドを読んで、コメントできます',
      note: total === null ? '' : threadsLabel(total),
    },
    {
      icon: 'ticket',
      title: '配信イベントのチケットを買えます',
      // Nothing is promised before it is known.
      note: items ? eventsLabel(items, more === null) : '',
    },
    {
      icon: 'bell',
      title: '新しい投稿や配信の開始が届きます',
      note: '種類ごとに、いつでも止められます',
    },
  ]
  return (
    <Card as="section" padded>
      <h2>参加するとできること</h2>
      <ul className={css.reasons}>
        {reasons.map(({ icon, title, note }) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>
              <b>{title}</b>
              {note && <span className="note muted">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
