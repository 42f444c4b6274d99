import { expect, it } from 'vitest'
import { IMAGE_UNREADABLE } from '#contract/shared/messages.ts'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'
import { standInDecoder } from '../testing/decoder.ts'
import { fitPhoto, HEIC_UNREADABLE, isFit } from './photo.ts'

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

const fitted = async (...given: Parameters<typeof fitPhoto>) => {
  const result = await fitPhoto(...given)
  if ('problem' in result) return result.problem
  const { name, type } = result.file
  return { name, type, text: await result.file.text() }
}

it('a HEIC that this browser decodes becomes a JPEG, of its own size', async () => {
  standInDecoder(async () => ({ width: 3_000, height: 2_000 }))
  const jpeg = { name: 'IMG_0001.HEIC.jpg', type: 'image/jpeg', text: '3000×2000' }
  expect(await fitted(file('IMG_0001.HEIC', ''))).toEqual(jpeg)
})

it('a photo of 12 MB becomes a JPEG with a side of 4,000 pixels at most', async () => {
  standInDecoder(async () => ({ width: 6_000, height: 8_000 }))
  const jpeg = { name: 'a.jpg.jpg', type: 'image/jpeg', text: '3000×4000' }
  expect(await fitted(file('a.jpg', 'image/jpeg', 12_000_000))).toEqual(jpeg)
})

it('names HEIC if this browser cannot decode it, and asks for another format for other files', async () => {
  standInDecoder(() => Promise.reject(new Error('not decoded')))
  expect(await fitted(file('a.heic', 'image/heic'))).toBe(HEIC_UNREADABLE)
  expect(await fitted(file('a.tiff', 'image/tiff'))).toBe(IMAGE_UNREADABLE)
})

it('is made what its receiver accepts', async () => {
  standInDecoder(async () => ({ width: 30, height: 20 }))
  const webp = file('a.webp', 'image/webp')
  expect(await fitted(webp)).toMatchObject({ type: 'image/webp' })
  const accepted = { types: ['image/jpeg', 'image/png'], bytes: 100 }
  expect(await fitted(webp, accepted)).toMatchObject({ type: 'image/jpeg', text: '30×20' })
  expect(await fitted(webp, { ...accepted, bytes: 1 })).toBe(IMAGE_UNREADABLE)
})
