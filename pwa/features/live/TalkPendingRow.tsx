import { useEffect, useState } from 'react'
import { time } from '#pwa/lib/format.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Face } from '#pwa/ui/Face.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './TalkRow.module.css'
import type { Pending } from './useTalkPost.ts'

interface TalkPendingRowProps {
  message: Pending
  onResend: () => void
  onDiscard: () => void
}

/** One's own message before the server has it; where it failed it stays, to be sent again or put away. */
export function TalkPendingRow({ message, onResend, onDiscard }: TalkPendingRowProps) {
  const user = useUser()
  const hasFailed = message.state === 'failed'
  return (
    <div className={cx(css.row, css.mine, hasFailed && css.failed)} data-talk={message.client_id}>
      <Face src={user?.icon_image_small_path ?? null} size="s" />
      <div className="grow">
        <p className={css.who}>
          <span className="clip1">{user?.display_name}</span>
          <time dateTime={message.created_at}>{time(message.created_at)}</time>
        </p>
        <p className={css.say}>{message.message}</p>
        {hasFailed && (
          <p className={css.again}>
            <Icon name="alert" size="s" />
            送信できませんでした
            <Resend waitUntil={message.waitUntil} onResend={onResend} />
            <button type="button" onClick={onDiscard}>
              取り消す
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

/** Where the server said when, not before: a try that is refused for certain is no offer. */
function Resend({ waitUntil, onResend }: { waitUntil: number; onResend: () => void }) {
  const seconds = useSecondsUntil(waitUntil)
  return (
    <button type="button" className="num" disabled={seconds > 0} onClick={onResend}>
      {seconds > 0 ? `再送（あと${seconds}秒）` : '再送'}
    </button>
  )
}

const TICK_MS = 250
const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - performance.now()) / 1_000))

/** Whole seconds until then, counted down to 0; `at` in milliseconds of `performance.now()`. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    const look = () => {
      const left = secondsUntil(at)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(look, TICK_MS)
    look()
    return () => clearInterval(timer)
  }, [at])
  return seconds
}
