import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './FirstHour.module.css'
import { firstStepsOf } from './first-steps.ts'

const ONE = { limit: 1 }

/** The checklist of a new room; nothing once all is done. */
export function FirstHour({ room: id }: { room: string }) {
  const room = useLoad(rooms.getRoom, { params: { id } })
  const posted = useList(threads.listThreads, { params: { roomid: id }, query: ONE })
  const planned = useList(events.listOwn, { query: ONE })
  if (!room.data || !posted.items || !planned.items) return null
  const steps = firstStepsOf({
    room: room.data,
    threads: posted.items.length,
    events: planned.items,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
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
            title={
              <>
                {title}
                {isDone && <span className="sr">（完了）</span>}
              </>
            }
            note={isDone ? '完了しました' : note}
          />
        ))}
      </List>
    </Card>
  )
}
