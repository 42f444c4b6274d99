import { useUser } from '#pwa/lib/api/session.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './Comments.module.css'
import { PostAuthor } from './PostAuthor.tsx'
import type { WaitingAnswer } from './useAnswers.ts'

interface WaitingRowProps {
  of: WaitingAnswer
  onResend: () => void
  onDiscard: () => void
}

/** The user's own comment before the server has it; a refused one stays, to be sent again or discarded. */
export function WaitingRow({ of: { at, work, refused }, onResend, onDiscard }: WaitingRowProps) {
  const user = useUser()
  if (work.what !== 'comment' || !user) return null
  return (
    <li className={work.parent ? css.answer : undefined} data-waiting>
      <PostAuthor member={user} at={at} />
      <p className={css.text}>{work.text}</p>
      {refused === null ? (
        <p className={css.state} role="status">
          <Icon name="clock" size="xs" />
          送信待ち
        </p>
      ) : (
        <p className={css.refused} role="alert">
          <Icon name="alert" size="s" />
          {refused}
          <button type="button" onClick={onResend}>
            再送
          </button>
          <button type="button" onClick={onDiscard}>
            取り消す
          </button>
        </p>
      )}
    </li>
  )
}
