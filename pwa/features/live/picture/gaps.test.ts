import { expect, it } from 'vitest'
import { gapsOf, piecesOf } from './gaps.ts'

const segment = (sentS: number | null, anew = false) => ({
  ...{ seconds: 2, anew },
  sentAt: sentS === null ? null : sentS * 1_000,
})

it.each([
  { what: 'nothing was missing', segments: [segment(0), segment(2), segment(4)], gaps: [] },
  {
    what: 'an encoder came back',
    segments: [segment(0), segment(2), segment(30, true), segment(32), segment(94, true)],
    gaps: [
      { at: 4, lasts: 26 },
      { at: 8, lasts: 60 },
    ],
  },
  {
    what: 'a second was missing',
    segments: [segment(0), segment(3, true)],
    gaps: [{ at: 2, lasts: 1 }],
  },
  { what: 'less was missing', segments: [segment(0), segment(2.9, true)], gaps: [] },
  { what: 'what is sent changed', segments: [segment(0), segment(2, true)], gaps: [] },
  { what: 'a clock was set back', segments: [segment(10), segment(2, true)], gaps: [] },
  { what: 'pieces in between are gone', segments: [segment(0), segment(30)], gaps: [] },
  {
    what: 'nobody says when',
    segments: [segment(null), segment(null, true), segment(30)],
    gaps: [],
  },
  { what: 'there is nothing', segments: [], gaps: [] },
])('finds the gaps of a stream: $what', ({ segments, gaps }) => {
  expect(gapsOf(segments)).toEqual(gaps)
})

it('parses the segments of a playlist', () => {
  const text = [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:2', '#EXT-X-PLAYLIST-TYPE:VOD'],
    ...['#EXT-X-MAP:URI="/1.mp4"', '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T11:00:00.000Z'],
    ...['#EXTINF:2.000,', '/1-0.m4s', '#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="/2.mp4"'],
    ...[
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T11:00:22.500Z',
      '#EXTINF:1.95,with a title',
      '/2-0.m4s',
    ],
    ...['#EXTINF:2,', '/2-1.m4s', '#EXT-X-ENDLIST', ''],
  ]
  for (const end of ['\n', '\r\n']) {
    const segments = piecesOf(text.join(end))
    expect(segments.map(({ seconds, anew }) => [seconds, anew])).toEqual([
      [2, false],
      [1.95, true],
      [2, false],
    ])
    expect(gapsOf(segments)).toEqual([{ at: 2, lasts: 20.5 }])
  }
  const masterPlaylist = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n/one.m3u8\n'
  expect(piecesOf(masterPlaylist)).toEqual([])
})
