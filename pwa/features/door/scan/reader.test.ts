import { expect, it } from 'vitest'
import { seenPart } from './reader.ts'

it.each([
  ['a wide picture in a narrow box', [1280, 720], [390, 780], [460, 0, 360, 720]],
  ['a tall picture in a wide box', [720, 1280], [400, 200], [0, 460, 720, 360]],
  ['a picture of the form of its box', [640, 480], [320, 240], [0, 0, 640, 480]],
])('scans the visible part of %s', (_, [videoWidth, videoHeight], box, part) => {
  const [clientWidth, clientHeight] = box
  const seen = seenPart({ videoWidth, videoHeight, clientWidth, clientHeight } as HTMLVideoElement)
  expect([seen.x, seen.y, seen.width, seen.height]).toEqual(part)
})

it.each([
  ['no picture has come yet', [0, 0], [390, 336]],
  ['the box is not shown', [640, 480], [0, 0]],
])('scans nothing while %s', (_, [videoWidth, videoHeight], box) => {
  const [clientWidth, clientHeight] = box
  const video = { videoWidth, videoHeight, clientWidth, clientHeight } as HTMLVideoElement
  expect(seenPart(video).width > 0).toBe(false)
})
