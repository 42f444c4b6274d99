import { dashboard } from '#contract/dashboard/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { LeavingRow } from './LeavingRow.tsx'

export function LeavingMoney() {
  const proceeds = useLoad(dashboard.getProceeds, {})
  return (
    <LeavingRow
      of={proceeds}
      to={paths.dashboard}
      icon="yen"
      title="まだ受け取っていない売上"
      summarize={({ sum, balance }) => ({
        amount: yen(sum.profit - balance.paid + balance.unbooked),
        note: '退会の前に受け取りを済ませてください',
      })}
    />
  )
}
