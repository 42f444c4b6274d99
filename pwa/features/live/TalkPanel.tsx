import { useEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events.ts'
import { count } from '#pwa/lib/format.ts'
import { scrollTo } from '#pwa/lib/scroll.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import css from './TalkPanel.module.css'
import { TalkRow } from './TalkRow.tsx'
import { useTalk } from './useTalk.ts'

const NEAR_END = 80

/** The talk beside the picture; on a narrow phone it is a panel that opens and closes. */
export function TalkPanel({ event, onClose }: { event: Event; onClose: () => void }) {
  const talk = useTalk(event.id, event.publishment_flg)
  const box = useRef<HTMLDivElement>(null)
  const last = talk.data?.at(-1)?.id
  const { away, toEnd, watch } = useEnd(box, last)
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
          onScroll={watch}
          role="log"
          aria-label="トークの流れ"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <Loaded of={talk}>
            {(messages) => (
              <>
                {messages.length > 0 && !talk.atStart && (
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
            末尾へ
          </button>
        )}
      </div>
    </section>
  )
}

/** Follows the newest line unless one has scrolled away from it. */
function useEnd(box: React.RefObject<HTMLDivElement | null>, last: string | undefined) {
  const [away, setAway] = useState(false)
  const watch = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    setAway(scrollHeight - scrollTop - clientHeight > NEAR_END)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what moves it
  useEffect(() => {
    if (!away && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  const toEnd = () => box.current && scrollTo(box.current, box.current.scrollHeight)
  return { away, toEnd, watch }
}
