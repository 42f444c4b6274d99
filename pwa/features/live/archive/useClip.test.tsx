import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useClip } from './useClip.ts'

const CLIP = { from: 60, to: 90 }

function watch(clip: typeof CLIP | null = CLIP) {
  const acts: string[] = []
  const video = {
    currentTime: 0,
    pause: () => acts.push('pause'),
    play: async () => void acts.push('play'),
  } as unknown as HTMLVideoElement
  const ref = { current: video }
  const { result, rerender } = renderHook(({ at }) => useClip(ref, clip, at), {
    initialProps: { at: 0 },
  })
  return { acts, video, result, plays: (at: number) => rerender({ at }) }
}

it('stops at the end of the clip, and can go on or begin again', () => {
  const { acts, video, result, plays } = watch()
  plays(60)
  plays(89.9)
  expect(acts).toEqual([])
  plays(90.1)
  expect(acts).toEqual(['pause'])
  expect(result.current.isOver).toBe(true)
  act(() => result.current.again())
  expect(video.currentTime).toBe(60)
  plays(60)
  plays(90.2)
  expect(acts).toEqual(['pause', 'play', 'pause'])
  act(() => result.current.goOn())
  plays(95)
  expect(acts).toEqual(['pause', 'play', 'pause', 'play'])
  expect(result.current).toMatchObject({ isOver: false, isActive: false })
})

it.each([10, 200])('ends when the viewer goes elsewhere: to %d s', (elsewhere) => {
  const { acts, result, plays } = watch()
  plays(60)
  expect(result.current.isActive).toBe(true)
  plays(elsewhere)
  expect(result.current.isActive).toBe(false)
  plays(90)
  expect(acts).toEqual([])
})

it('does nothing without a clip', () => {
  const { acts, result, plays } = watch(null)
  for (const at of [60, 90, 91]) plays(at)
  expect(acts).toEqual([])
  expect(result.current.isActive).toBe(false)
})
