import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useClip } from './useClip.ts'

const CLIP = { from: 60, to: 90 }

function watch(clip: typeof CLIP | null = CLIP) {
  const acts: string[] = []
  const video = document.createElement('video')
  let seeking = false
  Object.defineProperties(video, {
    currentTime: { value: 0, writable: true },
    seeking: { get: () => seeking },
    pause: { value: () => acts.push('pause') },
    play: { value: async () => void acts.push('play') },
  })
  const ref = { current: video }
  const { result } = renderHook(() => useClip(ref, clip))
  const tell = (event: string) => act(() => void video.dispatchEvent(new Event(event)))
  return {
    acts,
    video,
    result,
    plays(at: number) {
      video.currentTime = at
      tell('timeupdate')
    },
    /** As browsers do: the position changes at once, and time is told before and after the seek ends. */
    seeks(to: number) {
      video.currentTime = to
      seeking = true
      tell('seeking')
      tell('timeupdate')
      seeking = false
      tell('timeupdate')
    },
  }
}

it('stops at the end of the clip, and can go on or begin again', () => {
  const { acts, video, result, plays, seeks } = watch()
  plays(0)
  seeks(60)
  plays(89.9)
  expect(acts).toEqual([])
  plays(90.1)
  expect(acts).toEqual(['pause'])
  expect(result.current.isOver).toBe(true)
  act(() => result.current.again())
  expect(video.currentTime).toBe(60)
  // A busy browser tells the time rarely.
  plays(97)
  expect(acts).toEqual(['pause', 'play', 'pause'])
  act(() => result.current.goOn())
  plays(98)
  expect(acts).toEqual(['pause', 'play', 'pause', 'play'])
  expect(result.current).toMatchObject({ isOver: false, isActive: false })
})

it.each([10, 200])('ends when the viewer goes elsewhere: to %d s', (elsewhere) => {
  const { acts, result, plays, seeks } = watch()
  seeks(60)
  expect(result.current.isActive).toBe(true)
  seeks(elsewhere)
  expect(result.current.isActive).toBe(false)
  plays(90)
  plays(91)
  expect(acts).toEqual([])
})

it('does nothing without a clip', () => {
  const { acts, result, plays } = watch(null)
  for (const at of [60, 90, 91]) plays(at)
  expect(acts).toEqual([])
  expect(result.current.isActive).toBe(false)
})
