import type { Event } from '#contract/events/calls.ts'
import { asSold, kindName } from '#contract/events/live-only.ts'
import { formatPrice } from '#pwa/lib/format.ts'
import { archiveLabel } from '../archive-label.ts'
import css from './Choices.module.css'
import type { Kind } from './useChosenKind.ts'

interface KindChooserProps {
  event: Event
  chosen: Kind | null
  /** Null: nothing can be chosen, the kinds are only listed. */
  onChoose: ((kind: Kind) => void) | null
}

const KINDS: readonly Kind[] = ['live', 'archive']

/** The two kinds of ticket of an event, of which a buyer chooses one: what each contains, and its price. */
export const KindChooser = ({ event, chosen, onChoose }: KindChooserProps) => (
  <fieldset className={css.types}>
    <legend className="small strong">券種</legend>
    {KINDS.map((kind) => (
      <label key={kind} className={css.choice}>
        <input
          type="radio"
          name={`kind-${event.id}`}
          value={kind}
          checked={kind === chosen}
          disabled={onChoose === null}
          onChange={() => onChoose?.(kind)}
        />
        <KindRow event={event} kind={kind} />
      </label>
    ))}
  </fieldset>
)

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
