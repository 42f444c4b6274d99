import { useEffect, useRef } from 'react'

/** Scroll distance in pixels until the picture is gone, and its scale there, as in RoomHeader.module.css. */
const AWAY_PX = 300
const SMALLEST = 0.6
const BY_CSS = 'animation-timeline: scroll()'
const WANTED = '(width < 768px) and (prefers-reduced-motion: no-preference)'

/**
 * Shrinks and fades a picture on scrolling, in browsers without scroll-driven animations. Only opacity and scale
 * change, once a frame, so that no layout is needed.
 */
export function useFading() {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (CSS.supports(BY_CSS)) return
    const media = matchMedia(WANTED)
    let frame = 0
    const draw = () => {
      frame = 0
      const { style } = picture.current ?? {}
      if (!style) return
      const part = media.matches ? Math.min(Math.max(scrollY / AWAY_PX, 0), 1) : 0
      style.opacity = `${1 - part}`
      style.scale = `${1 - part * (1 - SMALLEST)}`
    }
    const ask = () => {
      frame ||= requestAnimationFrame(draw)
    }
    draw()
    addEventListener('scroll', ask, { passive: true })
    media.addEventListener('change', ask)
    return () => {
      removeEventListener('scroll', ask)
      media.removeEventListener('change', ask)
      cancelAnimationFrame(frame)
    }
  }, [])
  return picture
}
