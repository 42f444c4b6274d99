import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Captions } from '../archive/useCaptions.ts'
import { type PlayerKey, playerKeyOf } from './keys.ts'
import { toggleFull, toggleMute, togglePlay } from './video-controls.ts'

const STEP_S = 10

interface PlayerParts {
  video: RefObject<HTMLVideoElement | null>
  box: RefObject<HTMLDivElement | null>
  captions: Captions
  seekable: boolean
  wake: () => void
}

/** What keys and buttons do; each shows the controls. */
export function usePlayerActions({ video, box, captions, seekable, wake }: PlayerParts) {
  const act = (what: PlayerKey) => {
    if (!video.current || !box.current) return
    wake()
    if (what === 'play') togglePlay(video.current)
    else if (what === 'mute') toggleMute(video.current)
    else if (what === 'full') void toggleFull(box.current, video.current)
    else if (what === 'caption') captions.toggle()
    else if (seekable) video.current.currentTime += what === 'back' ? -STEP_S : STEP_S
  }
  const onPlayerKey = useEffectEvent(act)
  useEffect(() => {
    const onKey = (pressed: KeyboardEvent) => {
      const key = playerKeyOf(pressed)
      if (!key) return
      pressed.preventDefault()
      onPlayerKey(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return act
}
