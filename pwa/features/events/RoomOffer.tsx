import { events } from '#contract/events/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { roomEvents } from '#pwa/lib/api/queries.ts'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { phaseOf } from './phase.ts'
import css from './RoomOffer.module.css'

interface Reason {
  icon: IconName
  title: string
  note: string
}

const pastLabel = (held: number) =>
  held > 0 ? `これまでに${count(held)}回` : '最初のイベントを準備しています'

/** What joining a room opens, with the room's own numbers. */
export function RoomOffer({ room }: { room: string }) {
  const { items = [] } = useList(events.listEvents, roomEvents(room))
  const { total } = useList(threads.listThreads, { params: { roomid: room } })
  const isOnAir = items.some((event) => phaseOf(event) === 'onAir')
  const next = items.find((event) => phaseOf(event) === 'coming')
  const held = items.filter((event) => ['archive', 'ended'].includes(phaseOf(event)))
  const reasons: Reason[] = [
    {
      icon: 'talk',
      title: 'スレッドを読んで、コメントできます',
      note: total ? `これまでに${count(total)}件` : '最初のスレッドから読めます',
    },
    {
      icon: 'ticket',
      title: '配信イベントのチケットを買えます',
      note: isOnAir
        ? 'いま配信中です'
        : next
          ? `次は${dayAndTime(next.start)}`
          : pastLabel(held.length),
    },
    {
      icon: 'bell',
      title: '新しい投稿や配信のはじまりが届きます',
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
              <span className="note muted">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
