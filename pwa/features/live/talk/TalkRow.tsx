import type { TalkMessage } from '#contract/live/calls.ts'
import { time } from '#pwa/lib/format.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { cx } from '#pwa/ui/cx.ts'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './TalkRow.module.css'

interface TalkRowProps {
  message: TalkMessage
  isMine: boolean
  /** The possible actions; the button is hidden without any. */
  items: MenuItem[]
}

export function TalkRow({
  message: { id, message, member, created_at, is_owner },
  isMine,
  items,
}: TalkRowProps) {
  return (
    <div className={cx(css.row, is_owner && css.host, isMine && css.mine)} data-talk={id}>
      <Avatar src={member.icon_image_small_path} size="s" />
      <div className="grow">
        <p className={css.who}>
          <Byline name={member.display_name} official={member.official_flg === 1} />
          <time dateTime={created_at}>{time(created_at)}</time>
        </p>
        <p className={css.say}>{message}</p>
      </div>
      {items.length > 0 && (
        <span className={css.menu}>
          <MenuButton label={`${member.display_name}さんの書き込みの操作`} items={items} />
        </span>
      )}
    </div>
  )
}
