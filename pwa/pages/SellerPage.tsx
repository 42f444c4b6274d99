import { payments } from '#contract/payments/calls.ts'
import { SellerLaw } from '#pwa/features/payments/SellerLaw.tsx'
import { useRoomId } from '#pwa/features/rooms/useRoomId.ts'
import { useRoomTitle } from '#pwa/features/rooms/useRoomTitle.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

/** The seller's details of this room, as the law requires. */
export function SellerPage() {
  const name = useRoomId()
  const seller = useLoad(payments.getSeller, { params: { name } })
  useRoomTitle(PAGE_NAMES['/community/:roomid/seller'])
  return (
    <Loaded of={seller} heading="h1">
      {(data) => <SellerLaw seller={data} room={name} />}
    </Loaded>
  )
}
