import { expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'

/** Written by x264 for pictures of 1920×1080 and 640×360. */
it.each([
  ['4:2:0', '6742c028da01e0089f970110000003001000000303c0f1832a', [1920, 1080]],
  ['4:2:0', '6742c01eda0280bfe5c044000003000400000300f03c58ba80', [640, 360]],
  ['4:2:2', '677a0028bcb403c0113f138088000003000800000301e078c195', [1920, 1080]],
  ['4:2:2', '677a001ebcb405017fc4e022000003000200000300781e2c5d40', [640, 360]],
  ['4:4:4', '67f40028919680780227e270110000030001000003003c0f1832a0', [1920, 1080]],
  ['4:4:4', '67f4001e919680a02ff89c0440000003004000000f03c58ba8', [640, 360]],
  ['interlaced 4:2:0', '67640028acd94078044fde0220000003002000000783e2c5b2c0', [1920, 1080]],
])('reads the size of a picture in %s from %s', (_, set, [width, height]) => {
  expect(pictureSize(Buffer.from(set, 'hex'))).toEqual({ width, height })
})

it('refuses a truncated set', () => {
  expect(() => pictureSize(Buffer.from('677a0028bcb4', 'hex'))).toThrow(RangeError)
})
