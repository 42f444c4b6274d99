import type { Event } from '#contract/events/calls.ts'
import { asSold, hasKinds, kindName } from '#contract/events/live-only.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { formatPrice } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { archiveLabel } from '../archive-label.ts'
import css from './Choices.module.css'
import type { SeatState } from './seat-state.ts'
import { ticketStateOf } from './ticket-state.ts'
import type { Kind, KindChoice } from './useChosenKind.ts'

const KINDS: readonly Kind[] = ['live', 'archive']
/** Whose ticket is held or not sold any more. */
const OVER: readonly SeatState[] = ['held', 'over', 'cancelled']
/** Who may choose: also a person to whom a seat may be offered. */
const CHOOSING: readonly SeatState[] = ['full', 'visitor', 'unknown', 'outside', 'member']

interface KindChooserProps {
  event: Event
  room: Room | undefined
  choice: KindChoice
}

/**
 * The two kinds of ticket of an event, of which a buyer chooses one: what each contains, and its price. Nothing for an
 * event that is sold in one kind. On a phone the purchase itself is a narrow bar, which has no space for them.
 */
export function KindChooser({ event, room, choice: { chosen, choose } }: KindChooserProps) {
  const state = ticketStateOf(event, room, useSessionState().at, useNow())
  if (!hasKinds(event) || event.publishment_flg > 1 || OVER.includes(state)) return null
  return (
    <fieldset className={cx(css.types, css.apart)}>
      <legend className="small strong">券種</legend>
      {KINDS.map((kind) => (
        <label key={kind} className={css.choice}>
          <input
            type="radio"
            name={`kind-${event.id}`}
            value={kind}
            checked={kind === chosen}
            disabled={!CHOOSING.includes(state)}
            onChange={() => choose(kind)}
          />
          <KindRow event={event} kind={kind} />
        </label>
      ))}
    </fieldset>
  )
}

function KindRow({ event, kind }: { event: Event; kind: Kind }) {
  const isLive = kind === 'live'
  return (
    <span className={css.type}>
      <span className={css.head}>
        <b>{kindName(isLive)}</b>
        <b className="num">{formatPrice(asSold(event, isLive).amount)}</b>
      </span>
      <span className="note">
        {isLive
          ? '配信中だけご覧いただけます。見逃し配信は含まれません'
          : `配信と見逃し配信（${archiveLabel(event)}）をご覧いただけます`}
      </span>
    </span>
  )
}
