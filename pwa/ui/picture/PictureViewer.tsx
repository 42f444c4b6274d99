import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import { useBackCloses } from '../overlay/back-closes.ts'
import { useModal } from '../overlay/useModal.ts'
import css from './PictureViewer.module.css'

export interface LargePicture {
  path: string
  alt: string
  width: number
  height: number
}

interface PictureViewerProps {
  pictures: LargePicture[]
  /** The one that is shown first. */
  first: number
  onClose: () => void
}

/**
 * Pictures over the whole screen: swiped or moved by arrow keys, enlarged by two presses, + or the button. Escape, ✕ and
 * the back button close it. The browser scrolls: a strip of screens from one to another, and an enlarged picture in its
 * own.
 */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const dialog = useModal(onClose)
  useBackCloses(onClose)
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(first)
  const [isZoomed, setZoomed] = useState(false)
  useLayoutEffect(() => show(strip.current, first, 'instant'), [first])

  function go(to: number) {
    if (to < 0 || to >= pictures.length) return
    setZoomed(false)
    setAt(to)
    show(strip.current, to, 'smooth')
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowRight' && !isZoomed) go(at + 1)
    else if (event.key === 'ArrowLeft' && !isZoomed) go(at - 1)
    else if (event.key === '+') setZoomed(true)
    else if (event.key === '-') setZoomed(false)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className={css.viewer}
      data-scheme="dark"
      aria-label="画像"
      onKeyDown={press}
    >
      <div className={css.head}>
        <span className={css.place} aria-live="polite">
          {at + 1} / {pictures.length}
        </span>
        <IconButton
          icon={isZoomed ? 'minus' : 'plus'}
          label={isZoomed ? '全体を見る' : '拡大する'}
          tone="scrim"
          onClick={() => setZoomed(!isZoomed)}
        />
        <IconButton icon="close" label="閉じる" tone="scrim" onClick={onClose} />
      </div>
      <ul
        ref={strip}
        className={css.strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        data-focus
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (!isZoomed && clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth))
        }}
      >
        {pictures.map(({ path, alt, width, height }, index) => (
          <li
            key={path}
            className={cx(css.screen, isZoomed && index === at && css.zoomed)}
            onDoubleClick={() => setZoomed(!isZoomed)}
          >
            <img src={path} alt={alt} width={width} height={height} />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && <Ways at={at} last={pictures.length - 1} go={go} />}
    </dialog>
  )
}

interface WaysProps {
  /** Places among the pictures, from 0. */
  at: number
  last: number
  go: (to: number) => void
}

const Ways = ({ at, last, go }: WaysProps) => (
  <div className={css.ways}>
    <IconButton
      icon="back"
      label="前の画像"
      tone="scrim"
      disabled={at === 0}
      onClick={() => go(at - 1)}
    />
    <IconButton
      icon="right"
      label="次の画像"
      tone="scrim"
      disabled={at === last}
      onClick={() => go(at + 1)}
    />
  </div>
)

function show(strip: HTMLUListElement | null, at: number, behavior: 'instant' | 'smooth') {
  strip?.scrollTo?.({ left: at * strip.clientWidth, behavior })
}
