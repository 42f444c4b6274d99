import type { Message } from '#contract/inbox/calls.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { time } from '#pwa/lib/format.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { Correspondent } from './Correspondent.tsx'
import css from './MessageLine.module.css'

/** A message: the other side's at the left with its avatar, the user's own at the right. */
export function MessageLine({ message, onReport }: { message: Message; onReport: () => void }) {
  const { text, created_at, mine, member } = message
  return (
    <div className={cx(css.line, mine && css.mine)} data-message={message.id}>
      {!mine && <Correspondent conversation={{ with: member }} />}
      <div className={css.bubble}>
        <p className={css.who}>
          {mine ? (
            <span className="sr">自分</span>
          ) : (
            <Byline
              name={member?.display_name ?? 'Room 運営'}
              official={member?.official_flg === 1}
            />
          )}
          <time dateTime={created_at}>{time(created_at)}</time>
        </p>
        <p className={css.text}>{text}</p>
      </div>
      {!mine && member && (
        <span className={css.menu}>
          <MenuButton
            label={`${withSan(member.display_name)}のメッセージの操作`}
            items={[{ label: '通報', icon: 'flag', onClick: onReport }]}
          />
        </span>
      )}
    </div>
  )
}
