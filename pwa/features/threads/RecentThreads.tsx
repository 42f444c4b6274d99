import type { Room } from '#contract/rooms/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ThreadCard } from './ThreadCard.tsx'

const SHOWN = 3

/** The first threads of a room for those who are not members; nothing if there are none. */
export function RecentThreads({ room: { id, title } }: { room: Room }) {
  const { items = [] } = useList(threads.listThreads, { params: { roomid: id } })
  if (items.length === 0) return null
  return (
    <Section title="スレッド" more={{ to: paths.roomTalk(id), label: 'すべて見る' }}>
      <ul className="stack">
        {items.slice(0, SHOWN).map((thread) => (
          <ThreadCard key={thread.id} room={id} roomTitle={title} thread={thread} />
        ))}
      </ul>
    </Section>
  )
}
