import { useUser } from '#pwa/lib/api/session.tsx'
import type { Pending } from '#pwa/lib/api/useSending.ts'
import { time } from '#pwa/lib/format.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { Unsent } from '#pwa/ui/Unsent.tsx'
import css from './TalkRow.module.css'
import { TalkText } from './TalkText.tsx'
import type { TalkExtras } from './useTalkPost.ts'

interface TalkPendingRowProps {
  message: Pending<TalkExtras>
  onResend: () => void
  onDiscard: () => void
}

/** The viewer's own message before the server has stored it; after a failure it can be sent again or discarded. */
export function TalkPendingRow({ message, onResend, onDiscard }: TalkPendingRowProps) {
  const user = useUser()
  const hasFailed = message.state !== 'sending'
  return (
    <div className={cx(css.row, css.mine, hasFailed && css.failed)} data-talk={message.client_id}>
      <Avatar src={user?.icon_image_small_path ?? null} size="s" />
      <div className="grow">
        <p className={css.who}>
          <span className="clip1">{user?.display_name}</span>
          <time dateTime={message.created_at}>{time(message.created_at)}</time>
        </p>
        <p className={css.say}>
          <TalkText text={message.text} stamp={message.more.stamp} />
        </p>
        {hasFailed && (
          <Unsent
            waitUntil={message.waitUntil}
            onResend={message.state === 'refused' ? null : onResend}
            onDiscard={onDiscard}
          />
        )}
      </div>
    </div>
  )
}
