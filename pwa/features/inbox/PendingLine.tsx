import type { Pending } from '#pwa/lib/api/useSending.ts'
import { time } from '#pwa/lib/format.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Unsent } from '#pwa/ui/Unsent.tsx'
import css from './MessageLine.module.css'

interface PendingLineProps {
  message: Pending
  onResend: () => void
  onDiscard: () => void
}

/** The user's own message before the server has stored it. */
export function PendingLine({ message, onResend, onDiscard }: PendingLineProps) {
  const { text, created_at, state, waitUntil } = message
  return (
    <div className={cx(css.line, css.mine)}>
      <div className={cx(css.bubble, css.pending)}>
        <p className={css.who}>
          <span className="sr">自分</span>
          {state === 'sending' ? '送信中…' : <time dateTime={created_at}>{time(created_at)}</time>}
        </p>
        <p className={css.text}>{text}</p>
        {state !== 'sending' && (
          <Unsent
            waitUntil={waitUntil}
            onResend={state === 'refused' ? null : onResend}
            onDiscard={onDiscard}
          />
        )}
      </div>
    </div>
  )
}
