import { expect, it } from 'vitest'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'
import { isFit } from './photo.ts'

const file = (name: string, type: string, bytes = 1) =>
  new File([new Uint8Array(bytes)], name, { type })

it.each([
  ['a JPEG', file('a.jpg', 'image/jpeg'), true],
  ['a picture without a type', file('a', ''), true],
  ['a picture of exactly the limit', file('a.png', 'image/png', PICTURE_MAX.bytes), true],
  ['a photo of 12 MB', file('a.jpg', 'image/jpeg', 12_000_000), false],
  ['a HEIC', file('a.heic', 'image/heic'), false],
  ['a HEIC whose type the system does not know', file('IMG_0001.HEIC', ''), false],
  ['a TIFF', file('a.tiff', 'image/tiff'), false],
])('%s is sent as it is: %#', (_, photo, fits) => {
  expect(isFit(photo)).toBe(fits)
})
