import { type Room, rooms } from '#contract/rooms/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { OFFICIAL, POPULAR } from '#pwa/lib/api/queries.ts'
import { paths } from '#pwa/lib/paths.ts'
import { type ListQuery, LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { RoomCard } from './RoomCard.tsx'
import { RoomCards } from './RoomCards.tsx'

type Rooms = ReturnType<typeof useList<typeof rooms.listRooms>>

export function OfficialRooms() {
  const official = useList(rooms.listRooms, OFFICIAL)
  return official.items?.length !== 0 && <Shelf title="公式ルーム" of={official} />
}

/** `besidesOfficial`: leaves out the rooms that the page shows as official ones. */
export function PopularRooms({ besidesOfficial = false }: { besidesOfficial?: boolean }) {
  const popular = useList(rooms.listRooms, POPULAR)
  const official = useList(rooms.listRooms, OFFICIAL, { enabled: besidesOfficial })
  const shown = new Set(besidesOfficial ? official.items?.map(({ id }) => id) : [])
  const items = popular.items?.filter(({ id }) => !shown.has(id))
  // Nothing if the page shows all of them already.
  return (
    (items?.length !== 0 || shown.size === 0) && (
      <Shelf title="人気のルーム" of={{ ...popular, items }} />
    )
  )
}

function Shelf({ title, of }: { title: string; of: Pick<Rooms, keyof ListQuery<Room>> }) {
  return (
    <Section title={title} more={{ to: paths.results(), label: 'もっと見る' }}>
      <LoadedList
        of={{ ...of, more: null }}
        empty={<Alert>まだルームがありません。</Alert>}
        wrap={(cards) => <RoomCards>{cards}</RoomCards>}
        keyOf={({ id }) => id}
      >
        {(room) => <RoomCard room={room} />}
      </LoadedList>
    </Section>
  )
}
