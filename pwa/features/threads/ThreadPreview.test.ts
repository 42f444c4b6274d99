import { expect, it } from 'vitest'
import { restLabel } from './ThreadPreview.tsx'

it('a preview names what follows', () => {
  const nothing = { text: '', characters: 480, images: 0, has_audio: false, has_video: false }
  expect(restLabel(nothing)).toBe('あと480文字')
  expect(restLabel({ ...nothing, characters: 1_480, images: 3, has_audio: true })).toBe(
    'あと1,480文字・写真3枚・音声',
  )
  expect(restLabel({ ...nothing, has_video: true })).toBe('あと480文字・動画')
})
