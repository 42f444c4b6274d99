import type { PaymentCard } from '#contract/payments/calls.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { BrandMark } from './BrandMark.tsx'
import { brandName } from './brands.ts'
import { CardMenu } from './CardMenu.tsx'
import { expiryLabel, expiryOf } from './expiry.ts'

/** One saved card: brand, last digits and expiry. */
export function CardRow({ card }: { card: PaymentCard }) {
  const expiry = expiryOf(card, useNow())
  return (
    <ListRow
      leading={<BrandMark brand={card.brand} />}
      title={
        <>
          {brandName(card.brand)} <span className="num">•••• {card.last4}</span>
        </>
      }
      note={<span className="num">有効期限 {expiryLabel(card)}</span>}
      trailing={
        <span className="row row-s">
          {expiry === 'over' && <Badge tone="warning">期限切れ</Badge>}
          {expiry === 'soon' && <Badge tone="warning">まもなく期限</Badge>}
          {card.main && <Badge tone="primary">メイン</Badge>}
          <CardMenu card={card} />
        </span>
      }
    />
  )
}
