import { expect, it } from 'vitest'
import { isKept, LineSpeed } from './line-speed.ts'

/** A segment of 80,000 bytes that took so many milliseconds. */
const download = (ms: number) => ({
  loaded: 80_000,
  loading: { start: 1_000, first: 1_000, end: 1_000 + ms },
})
const speedsOf = (downloads: number[], estimate: number) => {
  const line = new LineSpeed()
  return downloads.map((ms) => line.add(download(ms), estimate))
}

it('line speed rises to the slowest of three downloads that are twice as fast as estimated', () => {
  expect(speedsOf([100, 160, 80], 400_000)).toEqual([null, null, 4_000_000])
})

it.each([
  { what: 'one slow download among fast ones', downloads: [100, 1_600, 100] },
  { what: 'downloads as fast as estimated', downloads: [1_600, 1_600, 1_600] },
  { what: 'downloads without a time', downloads: [0, 0, 0] },
])('line speed does not rise after $what', ({ downloads }) => {
  expect(speedsOf(downloads, 400_000)).toEqual([null, null, null])
})

it('line speed needs three more downloads to rise again', () => {
  expect(speedsOf([100, 100, 100, 50, 50, 50], 400_000).map(Boolean)).toEqual([
    ...[false, false, true, false, false, true],
  ])
})

it.each([
  { what: 'the browser’s cache', transferSize: 0, isIt: true },
  { what: 'the network', transferSize: 80_300, isIt: false },
  { what: 'the network, unchanged since', transferSize: 300, isIt: false },
])('a segment from $what is recognized', ({ transferSize, isIt }) => {
  expect(isKept({ transferSize, decodedBodySize: 80_000 })).toBe(isIt)
})

it('a segment whose sizes another origin hides counts as a download', () => {
  expect(isKept({ transferSize: 0, decodedBodySize: 0 })).toBe(false)
})
