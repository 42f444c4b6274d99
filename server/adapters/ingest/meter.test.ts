import { expect, it } from 'vitest'
import type { VideoTrack } from './flv.ts'
import { createMeter } from './meter.ts'

const TRACK = { codec: 'h264', width: 1280, height: 720 } as unknown as VideoTrack

it('keeps a bounded number of packets of an encoder whose clock stands still', () => {
  const meter = createMeter()
  for (let n = 0; n < 20_000; n++) meter.video(0, 1_000, n === 0)
  meter.video(1_000, 1_000, false)
  // All packets that the meter keeps, within the one second that passed.
  expect(meter.measured(TRACK, null).video?.kbps).toBe((8_192 * 1_000 * 8) / 1_000)
})
