import type { Room } from '#contract/rooms/calls.ts'
import { longDate, monthly } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { TagLinks } from './TagLinks.tsx'

export const RoomFacts = ({ room }: { room: Room }) => (
  <Card as="section" padded>
    <h2>このルームについて</h2>
    <Facts
      facts={[
        { term: '参加費', value: monthly(room.amount) },
        { term: '開設日', value: longDate(room.created_date) },
      ]}
    />
    <TagLinks tags={room.tags} />
  </Card>
)
