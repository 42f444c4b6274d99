import { rooms } from '#contract/rooms.ts'
import { useList } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { OFFICIAL, POPULAR } from '#pwa/lib/queries.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { RoomCard } from './RoomCard.tsx'
import { RoomCards } from './RoomCards.tsx'

export const PopularRooms = () => <Rooms title="人気のルーム" input={POPULAR} />
export const OfficialRooms = () => <Rooms title="公式ルーム" input={OFFICIAL} />

function Rooms({ title, input }: { title: string; input: typeof OFFICIAL | typeof POPULAR }) {
  const found = useList(rooms.listRooms, input)
  return (
    <Section title={title} more={{ to: paths.results(), label: 'もっと見る' }}>
      <LoadedList
        of={{ ...found, more: null }}
        empty={<Notice>まだルームがありません。</Notice>}
        wrap={(cards) => <RoomCards>{cards}</RoomCards>}
        keyOf={({ id }) => id}
      >
        {(room) => <RoomCard room={room} />}
      </LoadedList>
    </Section>
  )
}
