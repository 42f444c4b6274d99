import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { count } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import type { ReplayClock } from './replay-clock.ts'
import { TalkFoot } from './TalkFoot.tsx'
import { TalkLines } from './TalkLines.tsx'
import css from './TalkPanel.module.css'
import { TalkPinned, usePinned } from './TalkPinned.tsx'
import { useAnnounced } from './useAnnounced.ts'
import { useTalk } from './useTalk.ts'
import { useTalkPost } from './useTalkPost.ts'

const NAME = '--keyboard'

/** While mounted, sets `--keyboard` to the height covered by an on-screen keyboard, which `dvh` does not include. */
function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // Zoomed in, the visual viewport is smaller without any keyboard.
      style.setProperty(NAME, `${viewport.scale > 1 ? 0 : Math.max(0, Math.round(covered))}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      style.removeProperty(NAME)
    }
  }, [])
}

// Loaded only for hosts.
const TalkQuestions = lazyWithProgress(
  async () => (await import('./TalkQuestions.tsx')).TalkQuestions,
)
// Loaded only in the archive.
const TalkReplay = lazyWithProgress(async () => (await import('./TalkReplay.tsx')).TalkReplay)
const TalkSettings = lazyWithProgress(async () => (await import('./TalkSettings.tsx')).TalkSettings)

interface TalkPanelProps {
  event: Event
  /** Whether it is open on a narrow phone; elsewhere it is always visible. */
  open: boolean
  onClose: () => void
  /** Where the archive plays. */
  clock: ReplayClock
}

/** The talk beside the player; on a narrow phone a panel that opens and closes. */
export function TalkPanel({ event, open, onClose, clock }: TalkPanelProps) {
  const { isOffered, isFollowing, setIsFollowing } = useFollowing(event, clock)
  useKeyboardInset()
  return (
    <section className={css.panel} aria-label="トーク">
      <TalkHead event={event} onClose={onClose} />
      {isOffered && <FollowSwitch isOn={isFollowing} onChange={setIsFollowing} />}
      {isFollowing ? (
        <Suspense>
          <TalkReplay event={event} clock={clock} open={open} />
        </Suspense>
      ) : (
        <WholeTalk event={event} open={open} />
      )}
    </section>
  )
}

/**
 * Whether the talk runs along with the archive: unless it is still open, when one may want to write. Not offered for a
 * recording without dates.
 */
function useFollowing(event: Event, clock: ReplayClock) {
  const [chosen, setIsFollowing] = useState<boolean | null>(null)
  const isWanted = chosen ?? event.publishment_flg === 3
  const isKnown = useSyncExternalStore(
    clock.subscribe,
    () => clock.get() !== null,
    () => true,
  )
  const isOffered = event.archive === 1 && isKnown
  return { isOffered, isFollowing: isOffered && isWanted, setIsFollowing }
}

const FollowSwitch = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <p className={css.mode}>
    <span className="grow">{isOn ? '映像に合わせて表示中' : 'すべての書き込みを表示中'}</span>
    <Button variant="quiet" size="s" onClick={() => onChange(!isOn)}>
      {isOn ? 'すべて表示' : '映像に合わせる'}
    </Button>
  </p>
)

/** The talk as it is now, with a field to write in while it is open. */
function WholeTalk({ event, open }: Pick<TalkPanelProps, 'event' | 'open'>) {
  const talk = useTalk(event)
  const sending = useTalkPost(event.id, (message) => talk.add([message]))
  const [replyTo, setReplyTo] = useState<TalkMessage | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = (message: TalkMessage) => {
    setReplyTo(message)
    field.current?.focus()
  }
  const announced = useAnnounced(talk.data, useUser()?.name)
  const pinned = usePinned(event.id, talk.data !== undefined)
  return (
    <>
      <TalkPinned event={event} pinned={pinned} />
      <div className={css.box}>
        <Loaded
          of={talk}
          skeleton={
            <div className={css.waiting}>
              <SkeletonRows count={6} />
            </div>
          }
        >
          {(messages) => (
            <TalkLines
              event={event}
              talk={talk}
              messages={messages}
              sending={sending}
              pinned={pinned?.id}
              onReply={reply}
              open={open}
            />
          )}
        </Loaded>
      </div>
      {/* Separate from the messages: announcing each line of a busy talk would drown the stream's sound. */}
      <p className="sr" role="status">
        {announced}
      </p>
      <TalkFoot
        event={event}
        talk={talk}
        onSend={sending.post}
        replyTo={replyTo}
        onReplyTo={setReplyTo}
        field={field}
      />
    </>
  )
}

function TalkHead({ event, onClose }: Pick<TalkPanelProps, 'event' | 'onClose'>) {
  const [setting, setSetting] = useState(false)
  return (
    <header className={css.head}>
      <h2>トーク</h2>
      <span className="note muted num">{count(event.participants)}人が参加</span>
      <span className="grow" />
      {event.can.moderate && <QuestionsButton event={event} />}
      {event.can.moderate && (
        <IconButton icon="settings" label="トークの設定" onClick={() => setSetting(true)} />
      )}
      <span className={css.close}>
        <IconButton icon="close" label="トークを閉じる" onClick={onClose} />
      </span>
      <Suspense>
        {setting && <TalkSettings eventId={event.id} onClose={() => setSetting(false)} />}
      </Suspense>
    </header>
  )
}

/** Opens the viewers' questions; with the number of open ones. */
function QuestionsButton({ event }: { event: Event }) {
  const [isShown, setIsShown] = useState(false)
  const { data } = useLoad(live.listQuestions, { params: { id: event.id } })
  const open = data?.filter(({ question }) => question === 'open').length ?? 0
  return (
    <>
      <IconButton icon="help" label="質問" count={open} onClick={() => setIsShown(true)} />
      <Suspense>
        {isShown && <TalkQuestions event={event} onClose={() => setIsShown(false)} />}
      </Suspense>
    </>
  )
}
