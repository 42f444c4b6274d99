import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyComponent, lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { ArchivePlayback } from '../archive/archive-playback.ts'
import type { Clip } from '../archive/clip.ts'
import { ShownCaption } from '../archive/ShownCaption.tsx'
import { useCaptions } from '../archive/useCaptions.ts'
import { useClip } from '../archive/useClip.ts'
import { Controls } from './Controls.tsx'
import { type PlayerKey, playerKeyOf } from './keys.ts'
import css from './Player.module.css'
import { type PlaybackError, SOUND_ALONE } from './playback-feed.ts'
import { positionOf, savePosition } from './position.ts'
import { instantAt } from './timeline.ts'
import { usePicture } from './usePicture.ts'
import {
  requestWakeLock,
  setMediaSession,
  toggleFull,
  toggleMute,
  togglePlay,
} from './video-controls.ts'

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

const STEP_S = 10
/** Controls hide after this long without movement. */
const IDLE_MS = 3_000

/** The player with its controls. The first playback starts muted, as browsers require. */
export function Player(props: PlayerProps) {
  const { event, url, seekable, sounds, playback, clip: linked, ...handlers } = props
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const user = useUser()?.name ?? ''
  const [clip] = useState(linked)
  const [startAt] = useState(() => clip?.from ?? (seekable ? positionOf(user, event.id) : 0))
  const picture = usePicture(video, { url, startAt, ...handlers })
  const { playing, muted, duration, stalled, timeline } = picture
  const second = Math.floor(picture.at)
  const track = useRef<HTMLTrackElement>(null)
  const captions = useCaptions(event.id, seekable)
  const clipped = useClip(video, clip)
  const { shown, wake } = useIdle(playing)
  const [heardOnce, setHeardOnce] = useState(false)
  const [setting, setSetting] = useState(false)

  const act = (what: PlayerKey) => {
    if (!video.current || !box.current) return
    wake()
    if (what === 'play') togglePlay(video.current)
    else if (what === 'mute') toggleMute(video.current)
    else if (what === 'full') void toggleFull(box.current, video.current)
    else if (what === 'caption') captions.toggle()
    else if (seekable) video.current.currentTime += what === 'back' ? -STEP_S : STEP_S
  }
  usePlayerKeys(act)
  useEffect(() => (video.current ? restoreSound(video.current, sounds) : undefined), [sounds])
  useEffect(() => (playing ? requestWakeLock() : undefined), [playing])
  useEffect(() => (video.current ? setMediaSession(event, video.current) : undefined), [event])
  useEffect(() => {
    if (seekable && timeline) playback.shows(picture.at, duration, instantAt(timeline, picture.at))
  }, [seekable, timeline, picture.at, duration, playback])
  useEffect(() => {
    if (!seekable) return
    playback.setSeek((seconds) => {
      if (video.current) video.current.currentTime = seconds
      box.current?.scrollIntoView({ block: 'nearest' }) // The chapters are below it.
    })
    return () => playback.setSeek(null)
  }, [seekable, playback])
  const isOwnPlace = seekable && !clipped.isActive
  useEffect(() => {
    if (isOwnPlace && second > 0) savePosition(user, event.id, second, duration)
  }, [isOwnPlace, second, user, event.id, duration])

  return (
    <div ref={box} className={css.player} data-shown={shown || undefined} onPointerMove={wake}>
      <video
        ref={video}
        poster={event.thumbnail_image_path ?? undefined}
        aria-label={event.title}
        autoPlay
        muted
        playsInline
        onClick={wake}
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
      <Suspense>
        {picture.soundOnly && !stalled && (
          <SoundOnly
            src={event.thumbnail_image_path}
            chosen={picture.tracks.chosen === SOUND_ALONE}
          />
        )}
      </Suspense>
      {muted && !heardOnce && !stalled && !clipped.isOver && (
        <SoundButton
          onClick={() => {
            setHeardOnce(true)
            act('mute')
          }}
        />
      )}
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
      {clipped.isOver && (
        <p className={css.clip} role="status">
          <span>この場面はここまでです</span>
          <Button size="s" onClick={clipped.goOn}>
            続きを見る
          </Button>
          <Button size="s" variant="secondary" icon="refresh" onClick={clipped.again}>
            もう一度見る
          </Button>
        </p>
      )}
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

const SoundButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={css.sound} onClick={onClick}>
    <Icon name="mute" size="s" />
    音声をオンにする
  </button>
)

function usePlayerKeys(act: (what: NonNullable<ReturnType<typeof playerKeyOf>>) => void) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (pressed: KeyboardEvent) => {
      const key = playerKeyOf(pressed)
      if (!key) return
      pressed.preventDefault()
      latest.current(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
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

/**
 * After a reconnect, playback has sound if it had before. If the browser blocks autoplay with sound, it starts muted
 * and shows the unmute button.
 */
function restoreSound(video: HTMLVideoElement, sounds: RefObject<boolean>): () => void {
  const note = () => {
    sounds.current = !video.muted
  }
  const begin = async () => {
    try {
      await video.play()
    } catch (error) {
      // Any other error is a playback error, which the feed reports.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return
      video.muted = true
      await video.play().catch(() => {}) // A rejection leaves the play button visible.
    }
  }
  const start = () => void begin()
  video.muted = !sounds.current
  if (sounds.current) video.addEventListener('loadedmetadata', start, { once: true })
  video.addEventListener('volumechange', note)
  return () => {
    video.removeEventListener('loadedmetadata', start)
    video.removeEventListener('volumechange', note)
  }
}
