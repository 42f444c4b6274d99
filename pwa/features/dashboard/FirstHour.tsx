import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useShareRoom } from '#pwa/features/rooms/useShareRoom.tsx'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './FirstHour.module.css'
import { type FirstStep, firstStepsOf } from './first-steps.ts'
import { useCreateForms } from './useCreateForms.tsx'

const ONE = { limit: 1 }
const ICONS = { pictures: 'image', thread: 'pen', event: 'calendar', share: 'share' } as const
/** The checklist is for rooms that were opened this recently. */
const NEW_MS = 30 * DAY_MS

/** The checklist of a new room; nothing once all is done, or the room is older. */
export function FirstHour({ room: id }: { room: string }) {
  const room = useLoad(rooms.getRoom, { params: { id } })
  const posted = useList(threads.listThreads, { params: { roomid: id }, query: ONE })
  const now = useNow()
  const planned = useList(events.listOwn, { query: ONE })
  if (!room.data || !posted.items || !planned.items) return null
  const steps = firstStepsOf({
    room: room.data,
    threads: posted.items.length,
    events: planned.items,
  })
  const isNew = Date.parse(now) - Date.parse(room.data.created_date) < NEW_MS
  if (steps.every(({ isDone }) => isDone) || !isNew) return null
  return <Checklist room={room.data} steps={steps} />
}

/** Each step opens the form that completes it. */
function Checklist({ room, steps }: { room: Room; steps: FirstStep[] }) {
  const { open, forms } = useCreateForms()
  const { share, sheet } = useShareRoom(room)
  const press = {
    pictures: { to: paths.roomSetting(room.id) },
    thread: { onClick: () => open('thread') },
    event: { onClick: () => open('event') },
    share: { onClick: share },
  }
  return (
    <Card as="section" padded className={css.card}>
      <h2>
        はじめの一時間
        <span className="note muted">
          {steps.filter(({ isDone }) => isDone).length} / {steps.length}
        </span>
      </h2>
      <List>
        {steps.map(({ form, title, note, isDone }) => (
          <ListRow
            key={form}
            {...(!isDone && press[form])}
            leading={<Icon name={isDone ? 'check' : ICONS[form]} />}
            title={title}
            note={isDone ? '完了しました' : note}
          />
        ))}
      </List>
      {forms}
      {sheet}
    </Card>
  )
}
