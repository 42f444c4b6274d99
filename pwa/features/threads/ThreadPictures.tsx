import { Suspense, useState } from 'react'
import type { Thread } from '#contract/threads/calls.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import css from './ThreadPictures.module.css'

const PictureViewer = lazyWithProgress(
  async () => (await import('#pwa/ui/picture/PictureViewer.tsx')).PictureViewer,
)

/** The pictures of a thread; a press shows them over the whole screen. */
export function ThreadPictures({ images }: { images: NonNullable<Thread['images']> }) {
  const [opened, setOpened] = useState<number | null>(null)
  const nameOf = (index: number) => (images.length > 1 ? `画像 ${index + 1}枚目` : '画像')
  return (
    <>
      {images.map(({ path, width, height }, index) => (
        <button
          key={path}
          type="button"
          className={css.picture}
          aria-label={`${nameOf(index)}を大きく見る`}
          aria-haspopup="dialog"
          onClick={() => setOpened(index)}
        >
          <img src={path} alt="" width={width} height={height} />
        </button>
      ))}
      {opened !== null && (
        <Suspense>
          <PictureViewer
            pictures={images.map((image, index) => ({ ...image, alt: nameOf(index) }))}
            first={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}
