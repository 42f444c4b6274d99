import type { Thread } from '#contract/threads/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ReactionButton } from './ReactionButton.tsx'
import css from './ThreadCounts.module.css'

/** The reactions to a thread, with the user's own, and the number of its comments. */
export const ThreadCounts = ({ room, thread }: { room: string; thread: Thread }) => (
  <p className={css.counts}>
    <ReactionButton room={room} thread={thread} />
    <span>
      <Icon name="talk" size="s" />
      {count(thread.comments)}
      <span className="sr">件のコメント</span>
    </span>
  </p>
)
