import type { Thread } from '#contract/threads/calls.ts'
import css from './Pictures.module.css'

/** Up to three pictures side by side. */
export const Pictures = ({ images }: { images: NonNullable<Thread['images']> }) => (
  <span className={css.pictures}>
    {images.map(({ path, small_path, width, height }) => (
      <img
        key={path}
        className="art"
        src={small_path ?? path}
        alt=""
        width={width}
        height={height}
      />
    ))}
  </span>
)
