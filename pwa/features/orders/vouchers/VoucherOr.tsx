import type { ReactNode } from 'react'
import { BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

interface VoucherOrProps {
  product: { kind: 'event' | 'digital_ticket'; id: string }
  /** Shown if the user has no payment number for this product. */
  children: ReactNode
}

/** The user's payment number for a product: its seat is held, and nothing else can be bought meanwhile. */
export function VoucherOr({ product, children }: VoucherOrProps) {
  const { items = [] } = useList(vouchers.listVouchers, {})
  const own = items.find(
    (one) => one.product.kind === product.kind && one.product.id === product.id,
  )
  return own ? <Button to={paths.voucher(own.id)}>{BY_KONBINI}の番号を見る</Button> : children
}
