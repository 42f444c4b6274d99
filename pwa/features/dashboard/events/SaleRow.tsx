import type { Sale } from '#contract/orders/calls.ts'
import { dateTime, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { RefundMenu } from './RefundMenu.tsx'
import css from './SaleRow.module.css'

interface SaleLabel {
  label: string
  tone: 'positive' | 'neutral' | 'warning'
}

/** The label of a sale's payment state. */
export function saleLabel({ status, refund, amount, refunded_amount }: Sale): SaleLabel {
  if (status === 'disputed') return { label: '申し立て中', tone: 'warning' }
  if (status === 'refunded') return { label: '返金済み', tone: 'neutral' }
  if (refund === 'pending') return { label: '返金手続き中', tone: 'neutral' }
  if (refund === 'failed') return { label: '返金できず', tone: 'warning' }
  return refunded_amount > 0 && refunded_amount < amount
    ? { label: '一部返金', tone: 'neutral' }
    : { label: '支払い済み', tone: 'positive' }
}

/** One sale: buyer, time, amount, and its payment state. */
export function SaleRow({ sale }: { sale: Sale }) {
  const { buyer, amount, paid_at, refunded_amount } = sale
  const { label, tone } = saleLabel(sale)
  const partly = refunded_amount > 0 && refunded_amount < amount
  return (
    <ListRow
      leading={<Avatar src={buyer.icon_image_small_path} />}
      title={<Byline name={buyer.display_name} official={buyer.official_flg === 1} />}
      note={<time dateTime={paid_at}>{dateTime(paid_at)}</time>}
      trailing={sale.can.refund && <RefundMenu sale={sale} />}
    >
      <span className={css.money}>
        <b className="num">{yen(amount)}</b>
        <Badge tone={tone}>{label}</Badge>
        {sale.asks_account && (
          <span className="note muted">決済会社が、購入した方に振込先を確認しています</span>
        )}
        {partly && <span className="note muted num">{yen(refunded_amount)} 返金</span>}
      </span>
    </ListRow>
  )
}
