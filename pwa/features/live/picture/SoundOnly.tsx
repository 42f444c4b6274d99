import { Icon } from '#pwa/ui/Icon.tsx'
import css from './SoundOnly.module.css'

interface SoundOnlyProps {
  src: string | null
  /** The viewer has chosen it; otherwise the stream has no picture. */
  chosen: boolean
}

/** In place of the video: the event's picture, and a note that this is intended. */
export function SoundOnly({ src, chosen }: SoundOnlyProps) {
  return (
    <div className={css.card}>
      {src && <img src={src} alt="" />}
      <p role="status">
        <Icon name="sound" />
        {chosen ? '音声のみで再生しています' : '音声のみの配信です'}
      </p>
    </div>
  )
}
