import { expect, it } from 'vitest'
import type { AudioTrack } from './flv.ts'
import { Silence } from './silence.ts'

// A packet lasts 32 ms.
const TRACK: AudioTrack = {
  ...{ codec: 'mp4a.40.2', sampleRate: 32_000, channels: 2 },
  record: Uint8Array.of(0x12, 0x90),
}
const sound = (pts: number) => ({ key: true, dts: pts, pts, data: Uint8Array.of(1) })
const timesOf = (packets: { pts: number }[]) => packets.map(({ pts }) => pts)

it('silence fills a gap with whole packets', () => {
  const silence = new Silence(TRACK)
  expect(timesOf(silence.before(sound(0)))).toEqual([0])
  expect(timesOf(silence.before(sound(32)))).toEqual([32])
  expect(timesOf(silence.before(sound(90))), 'less than a packet is missing').toEqual([90])
  expect(timesOf(silence.before(sound(200)))).toEqual([122, 154, 200])
  expect(timesOf(silence.until(300))).toEqual([232, 264])
})

it('silence replaces packets that come too late', () => {
  const silence = new Silence(TRACK)
  expect(timesOf(silence.until(96))).toEqual([0, 32, 64])
  expect(silence.before(sound(64))).toEqual([])
  expect(timesOf(silence.before(sound(96)))).toEqual([96])
})

it('silence has the form of one and of two channels, and of no other sound', () => {
  const bytesOf = (track: Partial<AudioTrack>) =>
    new Silence({ ...TRACK, ...track }).until(32).map(({ data }) => data.length)
  expect(bytesOf({ channels: 1 })).toEqual([6])
  expect(bytesOf({ channels: 2 })).toEqual([9])
  expect(bytesOf({ channels: 6 })).toEqual([])
  expect(bytesOf({ codec: 'mp4a.40.5' })).toEqual([])
})
