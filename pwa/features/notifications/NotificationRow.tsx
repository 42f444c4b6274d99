import type { ListedNotification } from '#contract/notifications/calls.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './NotificationRow.module.css'

const ICONS: Record<string, IconName> = {
  thread: 'talk',
  comment: 'reply',
  event: 'calendar',
  ticket: 'ticket',
  message: 'mail',
  payment: 'card',
  payout: 'yen',
}

interface NotificationRowProps {
  notification: ListedNotification
  /** The user follows the link of an unread line. */
  onOpen: (id: string) => void
}

/** A line of the list: a link to what it is about, or plain text if that is gone. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { id, topic, title, text, path, icon_image_path, created_at, unread } = notification
  const now = useNow()
  const onClick = () => {
    if (unread) onOpen(id)
  }
  const leading = <Leading icon={ICONS[topic] ?? 'bell'} picture={icon_image_path} />
  const content = (
    <>
      <span className={cx(css.line, path === null && 'muted')}>
        <span className={cx(css.title, unread && 'strong')}>
          {unread && (
            <span className={css.dot}>
              <span className="sr">未読</span>
            </span>
          )}
          {title}
        </span>
        <time className="note muted" dateTime={created_at}>
          {relative(created_at, now)}
        </time>
      </span>
      <span className="small muted clip2">{text}</span>
    </>
  )
  if (path === null) return <ListRow leading={leading}>{content}</ListRow>
  return (
    <ListRow to={path} onClick={onClick} leading={leading}>
      {content}
    </ListRow>
  )
}

/** The room's picture with the topic's icon at its corner; without a picture the icon alone. */
const Leading = ({ icon, picture }: { icon: IconName; picture: string | null }) =>
  picture === null ? (
    <span className={css.mark}>
      <Icon name={icon} size="s" />
    </span>
  ) : (
    <span className={css.picture}>
      <ArchedImage src={picture} size="xs" />
      <span className={css.corner}>
        <Icon name={icon} size="xs" />
      </span>
    </span>
  )
