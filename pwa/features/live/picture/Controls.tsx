import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import css from './Controls.module.css'
import { AUTO, SOUND_ALONE } from './playback-feed.ts'
import { Seek } from './Seek.tsx'
import type { PictureHandle } from './usePicture.ts'
import { canFloat, toggleFloat } from './video-controls.ts'

interface ControlsProps {
  video: RefObject<HTMLVideoElement | null>
  picture: PictureHandle
  seekable: boolean
  act: (what: 'play' | 'mute' | 'full') => void
  onSettings: () => void
}

/** The control bar below the picture. */
export function Controls({ video, picture, seekable, act, onSettings }: ControlsProps) {
  const { playing, muted, late, tracks } = picture
  const isAlone = tracks.chosen === SOUND_ALONE
  // Picture-in-picture support is known only in the browser, not on the server.
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
      {!seekable && late && (
        <button type="button" className={css.live} onClick={picture.toLive}>
          ライブに戻る
        </button>
      )}
      {tracks.hasSound && (
        <IconButton
          icon={isAlone ? 'video' : 'music'}
          label={isAlone ? '映像に戻す' : '音声のみにする'}
          onClick={() => picture.chooseTrack(isAlone ? AUTO : SOUND_ALONE)}
        />
      )}
      <IconButton icon="settings" label="再生の設定" onClick={onSettings} />
      {floats && (
        <IconButton
          icon="pip"
          label="小さな画面で見る"
          onClick={() => void (video.current && toggleFloat(video.current).catch(() => {}))} // rejected without a loaded video
        />
      )}
      <IconButton icon="full" label="全画面で見る" onClick={() => act('full')} />
    </div>
  )
}
