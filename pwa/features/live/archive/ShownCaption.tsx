import { type RefObject, useEffect, useState } from 'react'
import css from './ShownCaption.module.css'

interface ShownCaptionProps {
  video: RefObject<HTMLVideoElement | null>
  track: RefObject<HTMLTrackElement | null>
  language: string | null
}

/**
 * The caption of the moment, above the controls and in a size that a phone can show: browsers put theirs behind them. Of
 * an iPhone's full screen, only the browser can draw them.
 */
export function ShownCaption({ video, track, language }: ShownCaptionProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const shown = track.current?.track
    if (!shown) return
    const listening = new AbortController()
    const { signal } = listening
    shown.mode = 'hidden' // The browser loads it, and tells its times.
    const show = () => setText([...(shown.activeCues ?? [])].map(textOf).join('\n'))
    shown.addEventListener('cuechange', show, { signal })
    for (const [event, mode] of FULL_SCREEN)
      video.current?.addEventListener(
        event,
        () => {
          shown.mode = mode
        },
        { signal },
      )
    return () => listening.abort()
  }, [video, track])
  if (!text) return null
  return (
    <p className={css.caption} lang={language ?? undefined}>
      <span>{text}</span>
    </p>
  )
}

const FULL_SCREEN = [
  ['webkitbeginfullscreen', 'showing'],
  ['webkitendfullscreen', 'hidden'],
] as const

const textOf = (cue: TextTrackCue) =>
  cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : ''
