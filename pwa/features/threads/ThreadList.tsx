import type { Room } from '#contract/rooms/calls.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { splitByVisit } from './new-threads.ts'
import { ThreadCard } from './ThreadCard.tsx'
import css from './ThreadList.module.css'

interface ThreadListProps {
  room: string
  of: Room | undefined
  threads: Thread[]
  /** The member's last visit; null: nothing is new. */
  since: string | null
}

/** A room's threads: first those that are new to the member, then the others. */
export function ThreadList({ room, of, threads, since }: ThreadListProps) {
  const { fresh, seen } = splitByVisit(threads, since)
  const cards = (shown: Thread[]) => (
    <ul className="stack">
      {shown.map((thread) => (
        <ThreadCard key={thread.id} room={room} roomTitle={of?.title ?? ''} thread={thread} />
      ))}
    </ul>
  )
  return (
    <div className={css.threads} data-unkept>
      {fresh.length > 0 && (
        <h3 className={css.fresh}>
          新しい投稿 <span className="num">{count(fresh.length)}件</span>
        </h3>
      )}
      {fresh.length > 0 && cards(fresh)}
      {fresh.length > 0 && seen.length > 0 && <h3 className={css.seen}>前回までの投稿</h3>}
      {seen.length > 0 && cards(seen)}
    </div>
  )
}
