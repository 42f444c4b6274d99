import { useId } from 'react'
import { withSan } from '#contract/lib/with-san.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { time } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './TalkRow.module.css'
import { TalkText } from './TalkText.tsx'
import { textOf } from './talk.ts'

interface TalkRowProps {
  message: TalkMessage
  /** The message to which this one replies, if it is loaded. */
  replied: TalkMessage | undefined
  isMine: boolean
  /** The possible actions, on the row that was pressed or pointed at; otherwise null. */
  items: MenuItem[] | null
}

export function TalkRow({ message: line, replied, isMine, items }: TalkRowProps) {
  const label = useId()
  const { id, message, member, created_at, is_owner, question, stamp } = line
  return (
    // Arrow keys move the focus here, so that a screen reader says the line.
    <article
      className={cx(css.row, is_owner && css.host, isMine && css.mine)}
      data-talk={id}
      tabIndex={-1}
      aria-labelledby={label}
    >
      <Avatar src={member.icon_image_small_path} size="s" />
      <div id={label} className="grow">
        {line.reply_to && (
          <Replied to={line.reply_to.display_name} text={replied && textOf(replied)} />
        )}
        <p className={css.who}>
          <Byline name={member.display_name} official={member.official_flg === 1} />
          {is_owner && <Badge tone="primary">オーナー</Badge>}
          {question === 'open' && <Badge tone="warning">質問</Badge>}
          {question === 'answered' && <Badge tone="positive">回答済み</Badge>}
          <time dateTime={created_at}>{time(created_at)}</time>
        </p>
        <p className={css.say}>
          <TalkText text={message} stamp={stamp} />
        </p>
      </div>
      {items && items.length > 0 && (
        <span className={css.menu}>
          <MenuButton label={`${withSan(member.display_name)}の書き込みの操作`} items={items} />
        </span>
      )}
    </article>
  )
}

/** To whom a message replies, and the beginning of that one's text. */
const Replied = ({ to, text }: { to: string | null; text: string | undefined }) => (
  <p className={css.replied}>
    <Icon name="reply" size="xs" />
    <span className="clip1">
      {to === null ? '削除された書き込みへの返信' : `${withSan(to)}への返信`}
      {text !== undefined && `「${text}」`}
    </span>
  </p>
)
