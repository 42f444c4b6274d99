import { useMatch } from 'react-router-dom'
import type { Conversation } from '#contract/inbox/calls.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { UnreadCount } from '#pwa/ui/badge/UnreadCount.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import css from './ConversationRow.module.css'
import { Correspondent } from './Correspondent.tsx'
import { conversationNote, conversationTitle } from './conversation-title.ts'

/** One conversation: the other side, the last message and the unread count. */
export function ConversationRow({ conversation }: { conversation: Conversation }) {
  const { id, last_text, last_at, unread } = conversation
  const now = useNow()
  const note = conversationNote(conversation)
  const isOpen = useMatch('/account/message/:id')?.params.id === id
  return (
    <ListRow
      to={paths.message(id)}
      leading={<Correspondent conversation={conversation} />}
      {...(isOpen && { 'aria-current': 'page', className: css.open })}
    >
      <span className={css.head}>
        <b className="clip1">{conversationTitle(conversation)}</b>
        <time className="note muted" dateTime={last_at}>
          {relative(last_at, now)}
        </time>
      </span>
      {note && <span className="note muted clip1">{note}</span>}
      <span className={css.line}>
        <span className={cx('clip1', unread > 0 ? 'strong' : 'muted')}>{last_text}</span>
        <UnreadCount count={unread} />
      </span>
    </ListRow>
  )
}
