import type { TalkMessage } from '#contract/live.ts'
import { time } from '#pwa/lib/format.ts'
import { By } from '#pwa/ui/By.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Face } from '#pwa/ui/Face.tsx'
import css from './TalkRow.module.css'

export function TalkRow({
  message: { message, member, created_at, is_owner },
}: {
  message: TalkMessage
}) {
  return (
    <div className={cx(css.row, is_owner && css.host)}>
      <Face src={member.icon_image_small_path} size="s" />
      <div className="grow">
        <p className={css.who}>
          <By name={member.display_name} official={member.official_flg === 1} />
          <time dateTime={created_at}>{time(created_at)}</time>
        </p>
        <p className={css.say}>{message}</p>
      </div>
    </div>
  )
}
