import { Icon } from './Icon.tsx'
import css from './Unsent.module.css'
import { useSecondsUntil } from './useSecondsUntil.ts'

interface UnsentProps {
  /** The earliest retry, in milliseconds of `performance.now()`. */
  waitUntil: number
  /** Null if a retry would be refused again. */
  onResend: (() => void) | null
  onDiscard: () => void
}

/** Below a message that failed: buttons to send it again or discard it. */
export const Unsent = ({ waitUntil, onResend, onDiscard }: UnsentProps) => (
  <p className={css.unsent}>
    <Icon name="alert" size="s" />
    送信できませんでした
    {onResend && <Resend waitUntil={waitUntil} onResend={onResend} />}
    <button type="button" onClick={onDiscard}>
      取り消す
    </button>
  </p>
)

/** Disabled until the server's waiting time is over, as an earlier retry would be refused. */
function Resend({ waitUntil, onResend }: { waitUntil: number; onResend: () => void }) {
  const seconds = useSecondsUntil(waitUntil)
  return (
    <button type="button" className="num" disabled={seconds > 0} onClick={onResend}>
      {seconds > 0 ? `再送（あと${seconds}秒）` : '再送'}
    </button>
  )
}
