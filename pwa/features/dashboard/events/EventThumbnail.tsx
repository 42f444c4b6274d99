import css from './EventThumbnail.module.css'

/** The small picture of an event in a list or table. */
export const EventThumbnail = ({ src }: { src: string | null }) => (
  <span className={css.picture}>{src && <img className="art" src={src} alt="" />}</span>
)
