import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Event, events } from '#contract/events/calls.ts'
import { EVENT_POLL_MS } from '#contract/events/limits.ts'
import { EVENT_ENDED } from '#contract/events/messages.ts'
import { LIVE_URL_POLL_FOR_MS } from '#contract/live/limits.ts'
import { EVENT_WAITING, STREAM_STILL, TALK_GOES_ON } from '#contract/live/messages.ts'
import { RETRY_LATER, UNREACHABLE } from '#contract/shared/messages.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'
import type { ArchivePlayback } from './archive/archive-playback.ts'
import { clipOf } from './archive/clip.ts'
import css from './LiveStage.module.css'
import { untilStart } from './picture/clock.ts'
import { Player } from './picture/Player.tsx'
import type { PlaybackError } from './picture/playback-feed.ts'
import { useElapsed } from './useElapsed.ts'
import { useLiveUrl } from './useLiveUrl.ts'

/** Refetches the event while the viewer watches, so that its start and end show without a reload. */
function useEventWatch({ id, publishment_flg }: Event): () => void {
  const elapsed = useElapsed()
  const [every] = useState(() => EVENT_POLL_MS * (1 + Math.random() / 2))
  const isPolling = publishment_flg !== 3 && elapsed() < LIVE_URL_POLL_FOR_MS
  const { refetch } = useLoad(
    events.getEvent,
    { params: { id } },
    { refetchInterval: isPolling ? every : false },
  )
  return useCallback(() => void refetch(), [refetch])
}

/** The server's status for a device that was stopped because others watch with the same ticket. */
const OTHER_DEVICE = 410
/** The stream no longer exists: it has ended, and the event's update will show that. */
const GONE = 404

interface LiveStageProps {
  event: Event
  playback: ArchivePlayback
}

/** The player, 16:9; before the stream, the event's picture and the reason why there is none. */
export function LiveStage({ event, playback }: LiveStageProps) {
  const [search] = useSearchParams()
  const sounds = useRef(false)
  const stage = useStage({ event, playback })
  const { url, isArchive } = stage
  const isPreview = url !== undefined && event.can.moderate && !isArchive
  return (
    <div className={css.stage}>
      {url ? (
        <Player
          key={url}
          event={event}
          url={url}
          seekable={isArchive}
          sounds={sounds}
          onStalled={stage.setStalled}
          onError={stage.onError}
          onOver={isArchive ? nothing : stage.again}
          playback={playback}
          clip={isArchive ? clipOf(search) : null}
        />
      ) : (
        event.thumbnail_image_path && (
          <img src={event.thumbnail_image_path} alt="" width={1000} height={563} />
        )
      )}
      <Badges event={event} preview={isPreview && event.publishment_flg !== 1} />
      <StageMessage event={event} stage={stage} />
    </div>
  )
}

/** What the stage plays, or why it plays nothing. */
function useStage({ event, playback }: LiveStageProps) {
  const [stalled, setStalled] = useState(false)
  const [playbackError, setPlaybackError] = useState<PlaybackError | null>(null)
  const archived = event.archive === 1
  const closing = useClosing(archived)
  const liveUrl = useLiveUrl(event, stalled, isPassing(playbackError))
  const { data, error, answeredAt, isNext, isSettled } = liveUrl
  const isOver = closing.isOver && !isNext
  const renew = useEventWatch(event)
  const again = () => {
    setPlaybackError(null)
    setStalled(false)
    renew()
    liveUrl.ask()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the server has answered again
  useEffect(() => {
    if (isPassing(playbackError)) setPlaybackError(null)
  }, [answeredAt])
  const onError = (what: PlaybackError) => {
    if (what.status === GONE) again()
    else setPlaybackError(what)
  }
  const url = playbackError || isOver ? undefined : data?.url
  const isShownAsBegun = archived || event.publishment_flg === 1
  useEffect(() => {
    if (url && !isShownAsBegun) renew()
  }, [url, isShownAsBegun, renew])
  // Without a picture that goes on, the talk does not wait for it.
  const isUnable = isOver || playbackError !== null || (error !== null && !url)
  useEffect(() => {
    if (isUnable) playback.clock.set(null)
  }, [isUnable, playback])
  return {
    ...{ url, data, error, isSettled, stalled, setStalled, playbackError, onError },
    ...{ isArchive: archived && !isNext, isOver, replay: closing.replay, again },
  }
}

/** Above the picture: an error or the end with what can be done, otherwise why there is no stream. */
function StageMessage({ event, stage }: { event: Event; stage: ReturnType<typeof useStage> }) {
  const { url, data, error, playbackError, again } = stage
  if (playbackError)
    return (
      <ActionMessage text={wordsOf(playbackError)} icon="refresh" onPress={again}>
        {playbackError.status === OTHER_DEVICE ? 'この端末で視聴する' : 'もう一度試す'}
      </ActionMessage>
    )
  if (stage.isOver)
    return (
      <ActionMessage
        text={event.publishment_flg === 2 ? TALK_GOES_ON : EVENT_ENDED}
        icon="archive"
        onPress={stage.replay}
      >
        見逃し配信を見る
      </ActionMessage>
    )
  if (error && !url && stage.isSettled)
    return (
      <ActionMessage text={error.message} icon="refresh" onPress={again}>
        もう一度試す
      </ActionMessage>
    )
  return (
    <Message event={event} has={url !== undefined}>
      {url
        ? stage.stalled && (data?.message ?? STREAM_STILL)
        : (error?.message ?? data?.message ?? EVENT_WAITING)}
    </Message>
  )
}

const nothing = () => {}
/** A network or server error is temporary: retried without a press. */
const isPassing = (playbackError: PlaybackError | null) =>
  playbackError !== null && (playbackError.status === 0 || playbackError.status >= 500)
const wordsOf = ({ status, message }: PlaybackError) =>
  message ?? (status === 0 ? UNREACHABLE : RETRY_LATER)

/** A viewer who watched to the end of the stream is not sent to the archive's start: a replay needs a press. */
function useClosing(archived: boolean) {
  const [cameForArchive] = useState(archived)
  const [again, setAgain] = useState(false)
  return { isOver: archived && !cameForArchive && !again, replay: () => setAgain(true) }
}

function Badges({ event, preview }: { event: Event; preview: boolean }) {
  return (
    <div className={css.badges}>
      {event.publishment_flg === 1 && <LiveBadge />}
      {preview && <Badge tone="warning">プレビュー</Badge>}
      <Badge tone="over" icon="ticket">
        <span className="num">{count(event.participants)}人が参加</span>
      </Badge>
    </div>
  )
}

/** Above the picture: why there is no stream, or why it has stalled. */
function Message({ event, has, children }: { event: Event; has: boolean; children: ReactNode }) {
  const now = useNow()
  const until = !has && event.publishment_flg === 0 ? untilStart(event.start, now) : null
  return (
    <div className={cx(css.message, has && css.still)} role="status">
      {children && <p>{children}</p>}
      {until && <p className={css.until}>{until}</p>}
    </div>
  )
}

interface ActionMessageProps {
  text: string
  icon: IconName
  onPress: () => void
  children: string
}

/** A message with one action. */
const ActionMessage = ({ text, icon, onPress, children }: ActionMessageProps) => (
  <div className={css.message} role="alert">
    <p>{text}</p>
    <Button size="s" variant="secondary" icon={icon} onClick={onPress}>
      {children}
    </Button>
  </div>
)
