import { type Event, events } from '#contract/events/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { cx } from '#pwa/ui/cx.ts'
import { AvatarStack } from '#pwa/ui/picture/AvatarStack.tsx'
import css from './Attendees.module.css'
import { attendeesLabel } from './attendees-label.ts'

/** The faces of ticket holders who agreed to be shown; nothing without any, or while they cannot be loaded. */
export function Attendees({ event: { id } }: { event: Event }) {
  const { data } = useLoad(events.listAttendees, { params: { id } })
  if (!data || data.count === 0) return null
  return (
    <p className={cx('small', css.attendees)}>
      <AvatarStack
        users={data.people.map(({ name, icon_image_small_path }) => ({
          id: name,
          src: icon_image_small_path,
        }))}
      />
      {attendeesLabel(data)}
    </p>
  )
}
