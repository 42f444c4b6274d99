import type { Room } from '#contract/rooms/calls.ts'
import { monthly } from '#pwa/lib/format.ts'
import css from './JoinBar.module.css'
import { JoinButton } from './JoinButton.tsx'

/** The price of a room and the button to join it, always in view. */
export const JoinBar = ({ room }: { room: Room }) => (
  <aside className={css.bar} data-bottom-bar aria-label="参加費">
    <p className={css.price}>
      <span className="note muted">{room.amount > 0 ? '参加費（税込）' : '参加費'}</span>
      <b className="num">{monthly(room.amount)}</b>
    </p>
    <JoinButton room={room} />
  </aside>
)
