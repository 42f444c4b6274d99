import { useParams } from 'react-router-dom'
import { vouchers } from '#contract/vouchers/calls.ts'
import { VoucherView } from '#pwa/features/orders/vouchers/VoucherView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'

/** Interval between looks whether the number was paid in a store. */
const LOOK_EVERY_MS = 10_000

export function VoucherPage() {
  const { id = '' } = useParams()
  const voucher = useLoad(
    vouchers.getVoucher,
    { params: { id } },
    { refetchInterval: LOOK_EVERY_MS },
  )
  return (
    <Screen title="コンビニ払い" back={paths.ticketBox}>
      <OfflineAlert of={voucher}>お支払いの番号は、このままお店で使えます。</OfflineAlert>
      <Loaded of={voucher} skeleton={<SkeletonCards count={1} />}>
        {(data) => <VoucherView voucher={data} />}
      </Loaded>
    </Screen>
  )
}
