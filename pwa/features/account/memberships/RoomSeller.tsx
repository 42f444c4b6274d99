import { payments } from '#contract/payments/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { SellerFacts } from '#pwa/features/payments/SellerFacts.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

/** The seller's details in this room, as the law requires; nothing if nothing is sold. */
export function RoomSeller({ room }: { room: Room }) {
  const { data } = useLoad(
    payments.getSeller,
    { params: { name: room.owner.name } },
    { enabled: room.amount > 0 },
  )
  if (!data) return null
  return (
    <Section
      title="販売者について"
      more={{ to: paths.seller(room.id), label: '特定商取引法に基づく表記' }}
    >
      <Card padded>
        <SellerFacts seller={data} />
      </Card>
    </Section>
  )
}
