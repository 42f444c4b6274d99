import { useId } from 'react'
import { cx } from '#pwa/ui/cx.ts'
import css from './TalkReactions.module.css'
import { litWindows, WINDOWS } from './talk.ts'
import { useReactions } from './useReactions.ts'
import { useShownReactions } from './useTalk.ts'

/** The order in which windows light up, all over the house; the last is the viewer's own. */
const ORDER = [3, 12, 7, 15, 0, 10, 5, 16, 2, 13, 6, 11, 1, 14, 4, 17, 8, 9]

/** The strip of windows below the talk: each reaction of a viewer lights one for a few seconds, on all screens. */
export function TalkReactions({ eventId }: { eventId: string }) {
  const note = useId()
  const { isOwnLit, react } = useReactions(eventId)
  const shown = useShownReactions(eventId)
  const lit = Math.max(litWindows(shown), isOwnLit ? 1 : 0)
  return (
    <>
      <button type="button" className={css.house} aria-describedby={note} onClick={react}>
        <span className={css.label}>灯りをともす</span>
        <Windows lit={lit} isOwnLit={isOwnLit} />
      </button>
      <span id={note} className="sr">
        {litLabel(lit)}
      </span>
    </>
  )
}

/** The windows as they were at a moment of the archive. */
export function PastReactions({ reactions }: { reactions: number }) {
  const lit = litWindows(reactions)
  return (
    <p className={css.house}>
      <span className={css.label}>灯り</span>
      <Windows lit={lit} isOwnLit={false} />
      <span className="sr">{litLabel(lit)}</span>
    </p>
  )
}

const litLabel = (lit: number) => `灯りのともった窓：${WINDOWS}のうち${lit}`

function Windows({ lit, isOwnLit }: { lit: number; isOwnLit: boolean }) {
  // The viewer's own window counts among those that are lit.
  const others = new Set(ORDER.slice(0, isOwnLit ? lit - 1 : lit))
  return (
    <svg className={css.windows} viewBox={`0 0 ${WINDOWS * 16} 24`} aria-hidden="true">
      {Array.from({ length: WINDOWS }, (_, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the windows are always the same
          key={at}
          className={cx(
            css.window,
            others.has(at) && css.lit,
            at === ORDER.at(-1) && isOwnLit && css.own,
          )}
          d={`M${at * 16 + 3} 21V9a5 5 0 0 1 10 0v12z`}
        />
      ))}
    </svg>
  )
}
