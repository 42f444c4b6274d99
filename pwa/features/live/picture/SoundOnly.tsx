import { Icon } from '#pwa/ui/Icon.tsx'
import css from './SoundOnly.module.css'

/** In place of the video of a sound-only stream: the event's picture, and a note that this is intended. */
export function SoundOnly({ src }: { src: string | null }) {
  return (
    <div className={css.card}>
      {src && <img src={src} alt="" />}
      <p role="status">
        <Icon name="sound" />
        音声のみの配信です
      </p>
    </div>
  )
}
