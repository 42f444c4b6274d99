import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { MOVED_REFUND_DAYS } from '#contract/events/limits.ts'
import { isMovedFar } from '#contract/shared/rules.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

/** For ticket holders: the date of the event was changed. */
export function MovedAlert({ event }: { event: Event }) {
  const { joined, moved_from, start, publishment_flg, cancelled, amount } = event
  const isMoved = joined && moved_from && moved_from !== start
  if (!isMoved || publishment_flg !== 0 || cancelled) return null
  return (
    <Alert tone="warning">
      開始日時が変わりました：{dayAndTime(moved_from)} → <b>{dayAndTime(start)}</b>
      {amount > 0 && isMovedFar(moved_from, start) && (
        <p className="small">
          ご都合が合わない場合は、変更から{MOVED_REFUND_DAYS}日以内であれば、
          <Link className="link" to={paths.payments}>
            お支払い履歴
          </Link>
          から返金を申請できます。
        </p>
      )}
    </Alert>
  )
}
