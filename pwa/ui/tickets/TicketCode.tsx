import type { ReactNode } from 'react'
import css from './TicketCode.module.css'

interface TicketCodeProps {
  /** The rendered code, black on transparent, with its own accessible name. */
  children: ReactNode
  /** Seconds until the next code, updated each second. */
  left: number
  /** The period of a code in seconds. */
  life: number
}

/** White around the code, nothing above it, and a countdown bar. */
export function TicketCode({ children, left, life }: TicketCodeProps) {
  return (
    <div className={css.area}>
      <div className={css.code}>{children}</div>
      <div className={css.alive}>
        <div className={css.bar} aria-hidden="true">
          <i style={{ '--left': left / life }} />
        </div>
        <p>
          <b className={css.seconds}>あと{left}秒</b>
          {life}秒ごとに新しくなります。
          <br />
          スクリーンショットでは入場できません
        </p>
      </div>
    </div>
  )
}

interface StillCodeProps {
  children: ReactNode
  /** Why it is static, and what happens at the gate. */
  words: ReactNode
  action?: ReactNode
}

/** A static code, which is not bound to a device. */
export const StillCode = ({ children, words, action }: StillCodeProps) => (
  <div className={css.area}>
    <div className={css.code}>{children}</div>
    <div className={css.still}>
      <p>{words}</p>
      {action}
    </div>
  </div>
)

/** The note on a static code; `why` if this device should have had a rotating one. */
export const StaticCodeReason = ({ why }: { why: string | null }) => (
  <>
    {why && <span>{why}</span>}
    <b>入口で、係員がお名前を確認します</b>
  </>
)
