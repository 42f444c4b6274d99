import { useRef } from 'react'
import type { Event } from '#contract/events/calls.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { count } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { TalkActions, useTalkActions } from './TalkActions.tsx'
import css from './TalkPanel.module.css'
import { TalkPendingRow } from './TalkPendingRow.tsx'
import { TalkRow } from './TalkRow.tsx'
import type { useTalk } from './useTalk.ts'
import { useTalkPlace } from './useTalkPlace.ts'
import type { useTalkPost } from './useTalkPost.ts'

interface TalkLinesProps {
  event: Event
  talk: ReturnType<typeof useTalk>
  messages: TalkMessage[]
  sending: ReturnType<typeof useTalkPost>
  open: boolean
}

/** The messages, and the viewer's own pending ones. */
export function TalkLines({ event, talk, messages, sending, open }: TalkLinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const own = useUser()?.name
  const actions = useTalkActions(event)
  const arrived = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  const pending = sending.pending.filter(({ client_id }) => !arrived.has(client_id))
  const hasOlder = messages.length > 0 && !talk.atStart
  const place = useTalkPlace({
    box,
    messages,
    pending: pending.map(({ state }) => state).join(),
    posted: sending.posted,
    open,
    onScrolledUp: (isScrolledUp) => {
      talk.isAway.current = isScrolledUp
    },
    loadOlder: hasOlder && !talk.isLoadingOlder ? talk.loadOlder : null,
  })
  return (
    <>
      <div
        ref={box}
        className={css.lines}
        onScroll={place.onScroll}
        role="log"
        aria-live="off"
        aria-label="トークの流れ"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {hasOlder && <Older talk={talk} onLoad={() => void place.reachBack()} />}
        {messages.length === 0 && pending.length === 0 && (
          <p className="small muted">まだ書き込みはありません。</p>
        )}
        {place.rows.map((message) => (
          <TalkRow
            key={message.client_id ?? message.id}
            message={message}
            isMine={message.member.name === own}
            items={actions.itemsFor(message)}
          />
        ))}
        {!place.isScrolledUp &&
          pending.map((message) => (
            <TalkPendingRow
              key={message.client_id}
              message={message}
              onResend={() => sending.resend(message)}
              onDiscard={() => sending.discard(message)}
            />
          ))}
      </div>
      {place.isScrolledUp && <ToEnd fresh={place.fresh} onClick={place.toEnd} />}
      <TalkActions {...actions} />
    </>
  )
}

/** Loads older messages. */
const Older = ({ talk, onLoad }: { talk: TalkLinesProps['talk']; onLoad: () => void }) => (
  <>
    {talk.hasFailedOlder && (
      <p className="small muted" role="alert">
        過去の書き込みを読み込めませんでした。
      </p>
    )}
    <Button variant="quiet" size="s" busy={talk.isLoadingOlder} onClick={onLoad}>
      {talk.hasFailedOlder ? 'もう一度読み込む' : '過去の書き込みを見る'}
    </Button>
  </>
)

interface ToEndProps {
  /** The number of messages that arrived meanwhile. */
  fresh: number
  onClick: () => void
}

const ToEnd = ({ fresh, onClick }: ToEndProps) => (
  <button type="button" className={css.end} onClick={onClick}>
    <Icon name="down" size="s" />
    末尾へ
    {fresh > 0 && (
      <span className={css.fresh}>
        <span className="sr">新着</span>
        {fresh > 99 ? '99+' : count(fresh)}
        <span className="sr">件</span>
      </span>
    )}
  </button>
)
