import { BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { dayAndTime, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './Offers.module.css'

/** Payment numbers that wait to be paid in a store; also offline. */
export function OpenVouchers() {
  const { items = [] } = useList(vouchers.listVouchers, {})
  if (items.length === 0) return null
  return (
    <section className={css.offers} aria-labelledby="vouchers">
      <h2 id="vouchers" className={css.title}>
        {BY_KONBINI}の番号
      </h2>
      <List carded>
        {items.map(({ id, product, amount, expires_at }) => (
          <ListRow
            key={id}
            to={paths.voucher(id)}
            title={product.title}
            note={`${yen(amount)}・${dayAndTime(expires_at)}までにお支払いください`}
          />
        ))}
      </List>
    </section>
  )
}
