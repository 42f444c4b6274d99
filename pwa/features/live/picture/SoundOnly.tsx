import { Icon } from '#pwa/ui/Icon.tsx'
import css from './SoundOnly.module.css'

/** In the place of a picture that will not come: the event's own, and the word that nothing is missing. */
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
