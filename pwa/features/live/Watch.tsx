import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { useBackCloses } from '#pwa/ui/overlay/back-closes.ts'
import type { ArchivePlayback } from './archive/archive-playback.ts'
import { LiveStage } from './LiveStage.tsx'
import { TalkPanel } from './talk/TalkPanel.tsx'
import { textOf, visibleMessages } from './talk/talk.ts'
import css from './Watch.module.css'

interface WatchProps {
  event: Event
  /** Shown above the picture. */
  over: ReactNode
  /** Where the archive plays. */
  playback: ArchivePlayback
}

/**
 * For viewers with access: 70 % player, 30 % talk. On a narrow phone the player stays on top with the talk below, which is
 * open while people talk, as that is where the evening happens; an owner first needs the studio.
 */
export function Watch({ event, over, playback }: WatchProps) {
  const [pressed, setPressed] = useState<'open' | 'close' | null>(null)
  const onAir = event.publishment_flg === 1
  const isTalking = onAir || event.publishment_flg === 2
  const isOpen = pressed === null ? isTalking && !event.is_owner : pressed === 'open'
  const close = () => setPressed('close')
  const panel = useRef<HTMLDivElement>(null)
  useTheatre()
  return (
    <div className={css.watch} data-on-air={onAir || undefined}>
      <div className={css.stage}>
        <LiveStage event={event} playback={playback} />
        {over}
      </div>
      <div ref={panel} className={cx(css.talk, isOpen && css.open)}>
        <TalkPanel event={event} open={isOpen} onClose={close} clock={playback.clock} />
        {pressed === 'open' && <Opened panel={panel} onClose={close} />}
      </div>
      <div className={css.opener} data-bottom-bar>
        {!isOpen && <LastLine eventId={event.id} />}
        <Button
          variant="secondary"
          size="s"
          wide
          icon="talk"
          aria-expanded={isOpen}
          onClick={() => setPressed('open')}
        >
          トークを開く
        </Button>
      </div>
    </div>
  )
}

/** What was said last, above the button that opens the talk. */
function LastLine({ eventId }: { eventId: string }) {
  const key = keyOf(live.listTalk, { params: { id: eventId } })
  const { data } = useQuery<TalkMessage[]>({ queryKey: key, queryFn: skipToken })
  const last = visibleMessages(data ?? []).at(-1)
  if (!last) return null
  return (
    <p className={cx(css.last, 'clip1')}>
      <b>{last.member.display_name}</b> {textOf(last)}
    </p>
  )
}

/** While a panel that was opened by a press is open it traps the focus; Escape and the back button close it. */
function Opened({ panel, onClose }: { panel: RefObject<HTMLElement | null>; onClose: () => void }) {
  const close = useRef(onClose)
  useBackCloses(onClose)
  useEffect(() => {
    const before = document.activeElement
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      // An Escape that closed a menu or dialog of the panel does not close the panel, too.
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

/** While watching, the page is dark and its side navigation folded, from the first paint on. */
function useTheatre() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    Object.assign(dataset, { scheme: 'dark', nav: 'folded' })
    // The look of a snapshot stays as the page's own.
    delete dataset.snapshot
    return () => {
      delete dataset.scheme
      delete dataset.nav
    }
  }, [])
}
