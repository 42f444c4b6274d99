import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import css from './Controls.module.css'
import { clock } from './clock.ts'
import { canFloat, toggleFloat } from './device.ts'
import type { Picture } from './usePicture.ts'

interface ControlsProps {
  video: RefObject<HTMLVideoElement | null>
  picture: Picture
  seekable: boolean
  act: (what: 'play' | 'mute' | 'full') => void
}

const RATES = [1, 1.25, 1.5, 2, 0.75]

/** Along the foot of the picture: what one presses. */
export function Controls({ video, picture, seekable, act }: ControlsProps) {
  const { playing, muted } = picture
  // The server has no screen to float a picture on: known only here.
  const [floats, setFloats] = useState(false)
  useEffect(() => setFloats(canFloat()), [])
  return (
    <div className={css.controls}>
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? '一時停止' : '再生'}
        onClick={() => act('play')}
      />
      <IconButton
        icon={muted ? 'mute' : 'sound'}
        label={muted ? '音声をオン' : '音声をオフ'}
        onClick={() => act('mute')}
      />
      {seekable ? <Seek video={video} picture={picture} /> : <span className="grow" />}
      {floats && (
        <IconButton
          icon="pip"
          label="小さな画面で見る"
          onClick={() => void (video.current && toggleFloat(video.current).catch(() => {}))} // the browser says no to what is not loaded
        />
      )}
      <IconButton icon="full" label="全画面で見る" onClick={() => act('full')} />
    </div>
  )
}

function Seek({
  video,
  picture: { at, duration, rate },
}: Pick<ControlsProps, 'video' | 'picture'>) {
  const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length]!
  return (
    <>
      <span className={css.time}>{clock(at)}</span>
      <input
        className={css.seek}
        type="range"
        aria-label="再生位置"
        aria-valuetext={`${clock(at)} / ${clock(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={Math.floor(at)}
        onChange={({ target }) => {
          if (video.current) video.current.currentTime = Number(target.value)
        }}
      />
      <span className={css.time}>{clock(duration)}</span>
      <button
        type="button"
        className={css.rate}
        onClick={() => {
          if (video.current) video.current.playbackRate = next
        }}
      >
        <span className="sr">再生速度 </span>
        {rate}×
      </button>
    </>
  )
}
