import { payments } from '#contract/payments.ts'
import type { Room } from '#contract/rooms.ts'
import { SellerFacts } from '#pwa/features/payments/SellerFacts.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { Card } from '#pwa/ui/Card.tsx'
import { Section } from '#pwa/ui/Section.tsx'

/** Who sells in this room, as the law asks; nothing where nothing is sold. */
export function RoomSeller({ room }: { room: Room }) {
  const { data } = useLoad(
    payments.getSeller,
    { params: { name: room.owner.name } },
    { enabled: room.amount > 0 },
  )
  if (!data) return null
  return (
    <Section title="販売者について">
      <Card padded>
        <SellerFacts seller={data} />
      </Card>
    </Section>
  )
}
