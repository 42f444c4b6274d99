import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent, lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { ArchivePlayback } from '../archive/archive-playback.ts'
import type { Clip } from '../archive/clip.ts'
import { ShownCaption } from '../archive/ShownCaption.tsx'
import { usePlaceReport, useSavedPlace, useSeekTarget } from '../archive/useArchivePlace.ts'
import { type Captions, useCaptions } from '../archive/useCaptions.ts'
import { useClip } from '../archive/useClip.ts'
import { Controls } from './Controls.tsx'
import css from './Player.module.css'
import { type PlaybackError, SOUND_ALONE } from './playback-feed.ts'
import { positionOf } from './position.ts'
import { usePicture } from './usePicture.ts'
import { usePlayerActions } from './usePlayerActions.ts'
import { requestWakeLock, restoreSound, setMediaSession } from './video-controls.ts'

const PlayerSettings = lazyWithProgress(
  async () => (await import('./PlayerSettings.tsx')).PlayerSettings,
)

const SoundOnly = lazyComponent(async () => (await import('./SoundOnly.tsx')).SoundOnly)

interface PlayerProps {
  event: Event
  url: string
  /** The archive can be seeked. */
  seekable: boolean
  /** Whether the sound is on; outlives the player, so that the next one starts the same way. */
  sounds: RefObject<boolean>
  onStalled: (stalled: boolean) => void
  onError: (playbackError: PlaybackError) => void
  onOver: () => void
  /** Is told where an archive plays. */
  playback: ArchivePlayback
  /** The part that the address asks for. */
  clip: Clip | null
}

/** Controls hide after this long without movement. */
const IDLE_MS = 3_000

/** The player with its controls. */
export function Player(props: PlayerProps) {
  const { event, url, seekable, sounds, playback, clip: linked, ...handlers } = props
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const user = useUser()?.name ?? ''
  const [clip] = useState(linked)
  const [startAt] = useState(() => clip?.from ?? (seekable ? positionOf(user, event.id) : 0))
  const picture = usePicture(video, { url, startAt, ...handlers })
  const { playing, muted, stalled } = picture
  const track = useRef<HTMLTrackElement>(null)
  const captions = useCaptions(event.id, seekable)
  const clipped = useClip(video, clip)
  const { shown, wake } = useIdle(playing)
  const [setting, setSetting] = useState(false)

  const act = usePlayerActions({ video, box, captions, seekable, wake })
  useDevice(event, video, { sounds, playing })
  usePlaceReport(playback, seekable ? picture : null)
  useSeekTarget(playback, { video, box }, seekable)
  useSavedPlace(user, event.id, seekable && !clipped.isActive ? picture : null)

  return (
    <div ref={box} className={css.player} data-shown={shown || undefined} onPointerMove={wake}>
      <Video event={event} video={video} track={track} captions={captions} onClick={wake} />
      <Suspense>
        {picture.soundOnly && !stalled && (
          <SoundOnly
            src={event.thumbnail_image_path}
            chosen={picture.tracks.chosen === SOUND_ALONE}
          />
        )}
      </Suspense>
      <SoundButton offered={muted && !stalled && !clipped.isOver} onClick={() => act('mute')} />
      <Suspense>
        {setting && (
          <PlayerSettings
            picture={picture}
            live={!seekable}
            captions={captions}
            setRate={(rate) => {
              if (video.current) video.current.playbackRate = rate
            }}
            onClose={() => setSetting(false)}
          />
        )}
      </Suspense>
      {captions.url && (
        <ShownCaption key={captions.url} video={video} track={track} language={captions.chosen} />
      )}
      {clipped.isOver && <ClipEnd onGoOn={clipped.goOn} onAgain={clipped.again} />}
      <Controls
        video={video}
        picture={picture}
        seekable={seekable}
        act={act}
        onSettings={() => setSetting(true)}
      />
    </div>
  )
}

interface VideoProps {
  event: Event
  video: RefObject<HTMLVideoElement | null>
  track: RefObject<HTMLTrackElement | null>
  captions: Captions
  onClick: () => void
}

/** The first playback starts muted, as browsers require. */
const Video = ({ event, video, track, captions, onClick }: VideoProps) => (
  <video
    ref={video}
    poster={event.thumbnail_image_path ?? undefined}
    aria-label={event.title}
    autoPlay
    muted
    playsInline
    onClick={onClick}
  >
    {captions.url && captions.chosen && (
      <track
        ref={track}
        key={captions.url}
        kind="captions"
        src={captions.url}
        srcLang={captions.chosen}
      />
    )}
  </video>
)

interface SoundButtonProps {
  offered: boolean
  onClick: () => void
}

/** Offered until it is pressed once: from then on the viewer knows the controls. */
function SoundButton({ offered, onClick }: SoundButtonProps) {
  const [pressed, setPressed] = useState(false)
  if (!offered || pressed) return null
  return (
    <button
      type="button"
      className={css.sound}
      onClick={() => {
        setPressed(true)
        onClick()
      }}
    >
      <Icon name="mute" size="s" />
      音声をオンにする
    </button>
  )
}

interface ClipEndProps {
  onGoOn: () => void
  onAgain: () => void
}

const ClipEnd = ({ onGoOn, onAgain }: ClipEndProps) => (
  <p className={css.clip} role="status">
    <span>この場面はここまでです</span>
    <Button size="s" onClick={onGoOn}>
      続きを見る
    </Button>
    <Button size="s" variant="secondary" icon="refresh" onClick={onAgain}>
      もう一度見る
    </Button>
  </p>
)

interface Playing {
  sounds: RefObject<boolean>
  playing: boolean
}

/** What the device does for the picture: its sound, the screen that stays on, and the lock screen. */
function useDevice(
  event: Event,
  video: RefObject<HTMLVideoElement | null>,
  { sounds, playing }: Playing,
) {
  useEffect(
    () => (video.current ? restoreSound(video.current, sounds) : undefined),
    [video, sounds],
  )
  useEffect(() => (playing ? requestWakeLock() : undefined), [playing])
  useEffect(
    () => (video.current ? setMediaSession(event, video.current) : undefined),
    [video, event],
  )
}

/** Whether there was no pointer or key movement lately. */
function useIdle(playing: boolean) {
  const [awake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = () => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), IDLE_MS)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the picture appears
  useEffect(() => {
    wake()
    return () => clearTimeout(timer.current)
  }, [])
  return { shown: awake || !playing, wake }
}
