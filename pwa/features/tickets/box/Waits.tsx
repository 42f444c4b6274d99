import { type Wait, waitlist } from '#contract/waitlist/calls.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import { placeLabel } from '#pwa/features/events/purchase/wait-labels.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './Offers.module.css'

/** What the user waits for, and the seats that are held for them. Nothing while offline. */
export function Waits() {
  const { items = [] } = useList(waitlist.listWaits, {})
  if (items.length === 0) return null
  return (
    <section className={css.offers} aria-labelledby="waits">
      <h2 id="waits" className={css.title}>
        {items.some(({ drawn }) => drawn) ? 'キャンセル待ち・当選' : 'キャンセル待ち'}
      </h2>
      <List carded>
        {items.map((wait) => (
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
}

const noteOf = ({ place, seats, until, drawn }: Wait) =>
  until === null
    ? placeLabel({ seats, place })
    : `${drawn ? '当選しました' : `お席を${seats > 1 ? `${seats}枚` : ''}ご用意しました`}。${dayAndTime(until)}までに購入してください`
