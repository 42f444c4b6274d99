import { useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events.ts'
import type { TalkMessage } from '#contract/live.ts'
import { count } from '#pwa/lib/format.ts'
import { scrollTo } from '#pwa/lib/scroll.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import css from './TalkPanel.module.css'
import { TalkRow } from './TalkRow.tsx'
import { useTalk } from './useTalk.ts'

const NEAR_EDGE = 80

interface TalkPanelProps {
  event: Event
  /** On a narrow phone; elsewhere it always stands there. */
  open: boolean
  onClose: () => void
}

/** The talk beside the picture; on a narrow phone it is a panel that opens and closes. */
export function TalkPanel({ event, open, onClose }: TalkPanelProps) {
  const talk = useTalk(event.id, event.publishment_flg)
  const box = useRef<HTMLDivElement>(null)
  const { away, toEnd, watch } = usePlace(box, talk.data, open)
  const hasOlder = talk.data !== undefined && talk.data.length > 0 && !talk.atStart
  const onScroll = () => {
    watch()
    const atTop = (box.current?.scrollTop ?? NEAR_EDGE) < NEAR_EDGE
    if (away && atTop && hasOlder && !talk.isLoadingOlder) talk.loadOlder()
  }
  return (
    <section className={css.panel} aria-label="トーク">
      <header className={css.head}>
        <h2>トーク</h2>
        <span className="note muted num">{count(event.participants)}人が参加</span>
        <span className="grow" />
        <span className={css.close}>
          <IconButton icon="close" label="トークを閉じる" onClick={onClose} />
        </span>
      </header>
      <div className={css.box}>
        <div
          ref={box}
          className={css.lines}
          onScroll={onScroll}
          role="log"
          aria-label="トークの流れ"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <Loaded of={talk} skeleton={<SkeletonRows count={6} />}>
            {(messages) => (
              <>
                {hasOlder && (
                  <Button
                    variant="quiet"
                    size="s"
                    busy={talk.isLoadingOlder}
                    onClick={() => talk.loadOlder()}
                  >
                    過去のトークを見る
                  </Button>
                )}
                {messages.length === 0 && <p className="small muted">まだトークはありません。</p>}
                {messages.map((message) => (
                  <TalkRow key={message.id} message={message} />
                ))}
              </>
            )}
          </Loaded>
        </div>
        {away && (
          <button type="button" className={css.end} onClick={toEnd}>
            <Icon name="down" size="s" />
            末尾へ
          </button>
        )}
      </div>
    </section>
  )
}

/** Follows the newest line; who has scrolled away from it keeps their place, whatever comes above or below. */
function usePlace(
  box: React.RefObject<HTMLDivElement | null>,
  messages: TalkMessage[] | undefined,
  open: boolean,
) {
  const [away, setAway] = useState(false)
  const fromEnd = useRef(0)
  const watch = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    fromEnd.current = scrollHeight - scrollTop
    setAway(fromEnd.current - clientHeight > NEAR_EDGE)
  }
  const first = messages?.[0]?.id
  const last = messages?.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: older lines came above
  useLayoutEffect(() => {
    if (away && box.current) box.current.scrollTop = box.current.scrollHeight - fromEnd.current
  }, [first])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line came below, or the panel opened
  useLayoutEffect(() => {
    if (!box.current) return
    if (!away) box.current.scrollTop = box.current.scrollHeight
    fromEnd.current = box.current.scrollHeight - box.current.scrollTop
  }, [last, open])
  const toEnd = () => box.current && scrollTo(box.current, box.current.scrollHeight)
  return { away, toEnd, watch }
}
