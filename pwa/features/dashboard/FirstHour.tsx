import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './FirstHour.module.css'
import { firstStepsOf } from './first-steps.ts'

const ONE = { limit: 1 }
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
  const done = steps.filter(({ isDone }) => isDone).length
  const isNew = Date.parse(now) - Date.parse(room.data.created_date) < NEW_MS
  if (done === steps.length || !isNew) return null
  return (
    <Card as="section" padded className={css.card}>
      <h2>
        はじめの一時間
        <span className="note muted">
          {done} / {steps.length}
        </span>
      </h2>
      <List>
        {steps.map(({ title, note, to, isDone }) => (
          <ListRow
            key={title}
            {...(!isDone && { to })}
            leading={<Icon name={isDone ? 'check' : 'right'} />}
            title={title}
            note={isDone ? '完了しました' : note}
          />
        ))}
      </List>
    </Card>
  )
}
