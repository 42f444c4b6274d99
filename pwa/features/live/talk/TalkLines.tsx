import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
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

type Talk = ReturnType<typeof useTalk>
type Sending = ReturnType<typeof useTalkPost>
interface TalkLinesProps {
  event: Event
  talk: Pick<Talk, 'atStart' | 'isAway' | 'isLoadingOlder' | 'hasFailedOlder' | 'loadOlder'>
  messages: TalkMessage[]
  sending: Sending
  /** The line that is pinned above. */
  pinned: string | undefined
  /** Null where nothing can be written. */
  onReply: ((message: TalkMessage) => void) | null
  open: boolean
}

/** The messages, and the viewer's own pending ones. */
export function TalkLines(props: TalkLinesProps) {
  const { event, talk, messages, sending, pinned, onReply, open } = props
  const box = useRef<HTMLDivElement>(null)
  const own = useUser()?.name
  const actions = useTalkActions(event, onReply)
  const pending = pendingOf(sending, messages)
  const hasOlder = messages.length > 0 && !talk.atStart
  const place = useTalkPlace({
    box,
    messages,
    pending: pending.map(({ state }) => state).join(),
    posted: sending.posted,
    open,
    pinned,
    onScrolledUp: (isScrolledUp) => {
      talk.isAway.current = isScrolledUp
    },
    loadOlder: hasOlder && !talk.isLoadingOlder ? talk.loadOlder : null,
  })
  const active = useActiveRow()
  const byId = new Map(messages.map((message) => [message.id, message]))
  return (
    <>
      <div
        ref={box}
        className={css.lines}
        onScroll={place.onScroll}
        onClick={active.choose}
        onMouseOver={active.choose}
        onFocus={active.choose}
        onKeyDown={active.onKeyDown}
        role="log"
        aria-live="off"
        data-unkept
        aria-label="トークの流れ"
        aria-description="上下の矢印キーで書き込みへ移ると、返信などの操作ができます"
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
            replied={byId.get(message.reply_to?.id ?? '')}
            items={message.id === active.id ? actions.itemsFor(message) : null}
          />
        ))}
        {!place.isScrolledUp && <PendingRows pending={pending} sending={sending} />}
      </div>
      {place.isScrolledUp && <ToEnd fresh={place.fresh} onClick={place.toEnd} />}
      <TalkActions {...actions} />
    </>
  )
}

/** The viewer's own lines that are not among the messages yet. */
function pendingOf({ pending }: Sending, messages: TalkMessage[]) {
  const arrived = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  return pending.filter(({ client_id }) => !arrived.has(client_id))
}

interface PendingRowsProps {
  pending: Sending['pending']
  sending: Sending
}

const PendingRows = ({ pending, sending }: PendingRowsProps) =>
  pending.map((message) => (
    <TalkPendingRow
      key={message.client_id}
      message={message}
      onResend={() => sending.resend(message)}
      onDiscard={() => sending.discard(message)}
    />
  ))

/** The row whose actions are shown: that which was pressed, pointed at, or focused by the arrow keys. */
function useActiveRow() {
  const [id, setId] = useState<string | null>(null)
  return {
    id,
    choose({ target, currentTarget }: SyntheticEvent) {
      // A menu that is open keeps its row, also while new lines move under the pointer.
      if (currentTarget.querySelector('[aria-expanded="true"]')) return
      const row = target instanceof Element && target.closest<HTMLElement>('[data-talk]')
      if (row) setId(row.dataset.talk ?? null)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, currentTarget } = event
      // Within a menu the arrow keys move through its items.
      const isRow = target instanceof Element && target.matches('[data-talk]')
      if (target !== currentTarget && !isRow) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step) return
      const shown = [...currentTarget.querySelectorAll<HTMLElement>('[data-talk]')]
      const at = shown.findIndex((row) => row.dataset.talk === id)
      const next = at < 0 ? shown.at(-1) : shown[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
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
