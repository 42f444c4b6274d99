import { useEffect, useState } from 'react'
import type { Event } from '#contract/events.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Stage } from './Stage.tsx'
import { TalkPanel } from './TalkPanel.tsx'
import css from './Watch.module.css'

/** For those who may watch: 70 % picture, 30 % talk; on a narrow phone the picture stays on top and talk opens below. */
export function Watch({ event }: { event: Event }) {
  const [talking, setTalking] = useState(false)
  useDarkPage()
  return (
    <div className={css.watch}>
      <Stage event={event} />
      <div className={cx(css.talk, talking && css.open)}>
        <TalkPanel event={event} onClose={() => setTalking(false)} />
      </div>
      <div className={css.opener}>
        <Button variant="secondary" size="s" wide icon="talk" onClick={() => setTalking(true)}>
          トークを開く
        </Button>
      </div>
    </div>
  )
}

/** A room where a film is shown is dark. */
function useDarkPage() {
  useEffect(() => {
    document.documentElement.dataset.scheme = 'dark'
    return () => {
      delete document.documentElement.dataset.scheme
    }
  }, [])
}
