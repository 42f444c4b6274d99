import { useEffect, useRef } from 'react'

/** Pixels of scrolling until the picture is gone, and how small it is by then: as RoomHeader.module.css has it. */
const AWAY_PX = 300
const SMALLEST = 0.6
const BY_CSS = 'animation-timeline: scroll()'
const WANTED = '(width < 768px) and (prefers-reduced-motion: no-preference)'

/**
 * Lets a picture shrink and fade as one scrolls, in browsers that cannot tie an animation to scrolling. Only opacity and
 * scale change, once a frame: nothing is laid out anew.
 */
export function useFading() {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (CSS.supports(BY_CSS)) return
    const wanted = matchMedia(WANTED)
    let frame = 0
    const draw = () => {
      frame = 0
      const { style } = picture.current ?? {}
      if (!style) return
      const part = wanted.matches ? Math.min(Math.max(scrollY / AWAY_PX, 0), 1) : 0
      style.opacity = `${1 - part}`
      style.scale = `${1 - part * (1 - SMALLEST)}`
    }
    const ask = () => {
      frame ||= requestAnimationFrame(draw)
    }
    draw()
    addEventListener('scroll', ask, { passive: true })
    wanted.addEventListener('change', ask)
    return () => {
      removeEventListener('scroll', ask)
      wanted.removeEventListener('change', ask)
      cancelAnimationFrame(frame)
    }
  }, [])
  return picture
}
