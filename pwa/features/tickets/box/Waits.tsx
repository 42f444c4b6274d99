import { type Wait, waitlist } from '#contract/waitlist/calls.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import { placeLabel } from '#pwa/features/events/purchase/wait-labels.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './Offers.module.css'

/** Seats that are held for the user until a deadline: offered by the waiting list, or won in a draw. */
export function HeldSeats() {
  const { items = [] } = useList(waitlist.listWaits, {})
  return <Rows id="held_seats" title="お取りしているお席" waits={items.filter(isHeld)} />
}

/** The waiting lists on which the user stands. */
export function Waits() {
  const { items = [] } = useList(waitlist.listWaits, {})
  return <Rows id="waits" title="キャンセル待ち" waits={items.filter((wait) => !isHeld(wait))} />
}

const isHeld = ({ until }: Wait) => until !== null

/** Nothing while offline. */
const Rows = ({ id, title, waits }: { id: string; title: string; waits: Wait[] }) =>
  waits.length > 0 && (
    <section className={css.offers} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      <List carded>
        {waits.map((wait) => (
          <ListRow
            key={`${wait.kind}/${wait.id}`}
            to={seatedProductPath(wait)}
            title={wait.title}
            note={noteOf(wait)}
          />
        ))}
      </List>
    </section>
  )

const noteOf = ({ place, seats, until, drawn }: Wait) =>
  until === null
    ? placeLabel({ seats, place })
    : `${drawn ? '当選しました' : `お席を${seats > 1 ? `${seats}枚` : ''}ご用意しました`}。${dayAndTime(until)}までに購入してください`
