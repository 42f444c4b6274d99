import { expect, it } from 'vitest'
import { shortSide, variantsOf } from './variants.ts'

const BASE = 'https://room.example/hls/view/t/live.m3u8'
const at = (name: string) => `https://room.example/hls/view/t/${name}`

it('reads the qualities of a multivariant playlist, and the sound alone', () => {
  const playlist = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720
live-720.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2"
live-sound.m3u8

#EXT-X-STREAM-INF:BANDWIDTH=3,RESOLUTION=360x640
# by the shorter side
live-360.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3
unknown.m3u8
`
  expect(variantsOf(playlist.replaceAll('\n', '\r\n'), BASE)).toEqual([
    { url: at('live-sound.m3u8'), height: 0 },
    { url: at('live-360.m3u8'), height: 360 },
    { url: at('live-720.m3u8'), height: 720 },
  ])
})

it('reads no qualities from a playlist of segments', () => {
  expect(variantsOf('#EXTM3U\n#EXTINF:2,\n1.m4s\n', BASE)).toEqual([])
})

it.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [0, 720, 720],
  [0, 0, 0],
])('calls a picture of %i × %i %ip', (width, height, name) => {
  expect(shortSide(width, height)).toBe(name)
})
