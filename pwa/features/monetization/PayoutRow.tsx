import type { ReactNode } from 'react'
import type { Payout } from '#contract/payouts/calls.ts'
import { date, yen } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './Rows.module.css'

const labels: Record<Payout['state'], { label: string; tone: 'neutral' | 'positive' | 'warning' }> =
  {
    in_transit: { label: '手続き中', tone: 'neutral' },
    paid: { label: '振込済み', tone: 'positive' },
    failed: { label: '振込できませんでした', tone: 'warning' },
  }

/** One payout: sum, days and state. `to`: who gets it. */
export const PayoutRow = ({ payout, to }: { payout: Payout; to?: ReactNode }) => {
  const { amount, state, created_at, arrived_at, reason } = payout
  return (
    <ListRow
      title={yen(amount)}
      note={
        <>
          {to}
          {to && '・'}
          {date(created_at)} 手続き
          {arrived_at && state === 'paid' && `・${date(arrived_at)} 入金`}
        </>
      }
      trailing={<Badge tone={labels[state].tone}>{labels[state].label}</Badge>}
    >
      {reason && <span className={css.reason}>{reason}</span>}
    </ListRow>
  )
}
