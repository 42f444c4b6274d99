import type { CSSProperties, ReactNode } from 'react'
import css from './TicketCode.module.css'

interface TicketCodeProps {
  /** The drawn code, black on transparent; its accessible name is its own. */
  children: ReactNode
  /** Seconds until it is renewed, told anew each second. */
  left: number
  /** Seconds a code lives. */
  life: number
}

/** Pure white round the code, nothing over it, and the bar that shows it is alive. */
export function TicketCode({ children, left, life }: TicketCodeProps) {
  return (
    <div className={css.area}>
      <div className={css.code}>{children}</div>
      <div className={css.alive}>
        <div className={css.bar} aria-hidden="true">
          <i style={{ '--left': left / life } as CSSProperties} />
        </div>
        <p>
          <b className={css.seconds}>あと{left}秒</b>
          {life}秒ごとに新しくなります。
          <br />
          画面の写しでは入場できません
        </p>
      </div>
    </div>
  )
}

interface StillCodeProps {
  children: ReactNode
  /** Why it does not move, and what happens at the door. */
  words: ReactNode
  action?: ReactNode
}

/** A code that anybody could show. */
export const StillCode = ({ children, words, action }: StillCodeProps) => (
  <div className={css.area}>
    <div className={css.code}>{children}</div>
    <div className={css.still}>
      <p>{words}</p>
      {action}
    </div>
  </div>
)

/** Of a code that no device has to itself; `why` where this one should have. */
export const StillWords = ({ why }: { why: string | null }) => (
  <>
    {why && <span>{why}</span>}
    <b>入口で、係員がお名前を確認します</b>
  </>
)
