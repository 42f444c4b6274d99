import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { typeStateOf } from '#contract/tickets/ticket-type.ts'
import css from '#pwa/features/events/purchase/Choices.module.css'
import { useNow } from '#pwa/lib/now.tsx'
import { TypeRow } from './TypeRow.tsx'
import { isBuyable, isWaitable } from './typed-state.ts'

interface TypeChooserProps {
  ticket: TicketOnSale
  chosen: TicketType | null
  /** Null: nothing can be chosen, the types are only listed. */
  onChoose: ((type: TicketType) => void) | null
  /** The viewer waits for a type, which ends before they wait for another one. */
  isWaiting: boolean
}

/** The types of a ticket, of which a buyer chooses one, or waits for it. */
export const TypeChooser = (props: TypeChooserProps) => (
  <fieldset className={css.types}>
    <legend className="small strong">券種</legend>
    {props.ticket.types.map((type) => (
      <Choice key={type.id} type={type} {...props} />
    ))}
    <WaitNote {...props} />
  </fieldset>
)

/** That a sold-out type can be chosen, too. */
function WaitNote({ ticket, onChoose, isWaiting }: TypeChooserProps) {
  const now = useNow()
  if (!onChoose || isWaiting || !ticket.types.some((type) => isWaitable(type, ticket, now)))
    return null
  return <p className="note muted">売り切れの券種を選ぶと、キャンセル待ちに登録できます</p>
}

function Choice({ type, ticket, chosen, onChoose }: TypeChooserProps & { type: TicketType }) {
  const now = useNow()
  const row = <TypeRow type={type} state={typeStateOf(type, ticket, now)} ticket={ticket} />
  if (!onChoose) return <div className={css.choice}>{row}</div>
  return (
    <label className={css.choice}>
      <input
        type="radio"
        name={`type-${ticket.id}`}
        value={type.id}
        checked={type.id === chosen?.id}
        disabled={!isBuyable(type, ticket, now) && !isWaitable(type, ticket, now)}
        onChange={() => onChoose(type)}
      />
      {row}
    </label>
  )
}
