import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { useBackCloses } from '#pwa/ui/back-closes.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Stage } from './Stage.tsx'
import { TalkPanel } from './talk/TalkPanel.tsx'
import css from './Watch.module.css'

interface WatchProps {
  event: Event
  /** What lies over the picture. */
  over: ReactNode
}

/** For those who may watch: 70 % picture, 30 % talk; on a narrow phone the picture stays on top and talk opens below. */
export function Watch({ event, over }: WatchProps) {
  const [talking, setTalking] = useState(false)
  const close = () => setTalking(false)
  const panel = useRef<HTMLDivElement>(null)
  useDarkPage()
  return (
    <div className={css.watch} data-on-air={event.publishment_flg === 1 || undefined}>
      <div className={css.stage}>
        <Stage event={event} />
        {over}
      </div>
      <div ref={panel} className={cx(css.talk, talking && css.open)}>
        <TalkPanel event={event} open={talking} onClose={close} />
        {talking && <Opened panel={panel} onClose={close} />}
      </div>
      <div className={css.opener} data-bottom-bar>
        <Button
          variant="secondary"
          size="s"
          wide
          icon="talk"
          aria-expanded={talking}
          onClick={() => setTalking(true)}
        >
          トークを開く
        </Button>
      </div>
    </div>
  )
}

/** While the panel is open it has the focus; Escape and the back button close it. */
function Opened({ panel, onClose }: { panel: RefObject<HTMLElement | null>; onClose: () => void }) {
  const close = useRef(onClose)
  useBackCloses(onClose)
  useEffect(() => {
    const before = document.activeElement
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      // One that closed a menu or a dialog on the panel leaves the panel open.
      const isTaken = defaultPrevented || document.querySelector('dialog:modal') !== null
      if (key === 'Escape' && !isTaken) close.current()
    }
    panel.current?.querySelector('button')?.focus()
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [panel])
  return null
}

/** A room where a film is shown is dark, from its first frame on. */
function useDarkPage() {
  useLayoutEffect(() => {
    document.documentElement.dataset.scheme = 'dark'
    return () => {
      delete document.documentElement.dataset.scheme
    }
  }, [])
}
