import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFull } from '#server/testing/names.ts'
import {
  bothSince,
  FAULTS,
  faultyPackets,
  type Packet,
  packetsOf,
  SETTLED_MS,
  SOUND_MS,
} from './testing/faults.ts'
import { Timeline } from './timeline.ts'

const WITHIN_MS = 100

interface Placed extends Packet {
  at: number
  isNewRun: boolean
}
function place(packets: Packet[]): Placed[] {
  const timeline = new Timeline()
  return packets.flatMap((packet) => {
    const { is, timestamp, isKey, arrived } = packet
    if (is === 'picture') {
      const { dts, isNewRun } = timeline.picture(timestamp, 0, isKey, arrived)
      return [{ ...packet, at: dts, isNewRun }]
    }
    const at = timeline.sound(timestamp, SOUND_MS, arrived)
    return at === null ? [] : [{ ...packet, at, isNewRun: false }]
  })
}

/** Tracks that are not sent at the same time have no distance. */
const TOGETHER_MS = 100

/** Lists where a track's timeline steps back, and where audio and video drift apart. */
function flawsOf(placed: Placed[]): string[] {
  const flaws: string[] = []
  const both = bothSince(placed, placed.length - 1)
  const last: Partial<Record<Packet['is'], Placed>> = {}
  for (const packet of placed) {
    const before = last[packet.is]
    if (before && packet.at < before.at) flaws.push(`${packet.is} steps back at ${packet.true}`)
    last[packet.is] = packet
    const { picture, sound } = last
    if (!picture || !sound || packet.true < both + SETTLED_MS) continue
    if (Math.abs(picture.true - sound.true) > TOGETHER_MS) continue
    const apart = sound.at - sound.true - (picture.at - picture.true)
    if (Math.abs(apart) > WITHIN_MS) flaws.push(`${Math.round(apart)} ms apart at ${packet.true}`)
  }
  return flaws
}

it.each(Object.entries(FAULTS))(
  'timeline keeps audio and video in sync for an encoder that %s',
  (_, fault) => {
    const packets = packetsOf()
    fault(packets, 12_500)
    expect(flawsOf(place(packets)).slice(0, 3)).toEqual([])
  },
)

it('timeline keeps audio and video in sync with any combination of faults', () => {
  const names = Object.keys(FAULTS)
  const faults = fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...names), at: fc.integer({ min: 6_000, max: 30_000 }) }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
  )
  const property = fc.property(faults, (chosen) => {
    expect(flawsOf(place(faultyPackets(chosen))).slice(0, 3)).toEqual([])
  })
  fc.assert(property, { numRuns: isFull ? 2_000 : 200, seed: 20_261_126 })
})

it('timeline uses the arrival time if no packet has a timestamp', () => {
  const packets = packetsOf()
  for (const packet of packets) packet.timestamp = 0
  expect(flawsOf(place(packets))).toEqual([])
})

it.each(['jumps an hour ahead', 'jumps 12 s back', 'pictures alone jump 30 s ahead'])(
  'timeline starts a run at the first key frame after a clock %s, and nowhere else',
  (name) => {
    const packets = packetsOf()
    FAULTS[name]!(packets, 12_500)
    const runs = place(packets).filter(({ isNewRun }) => isNewRun)
    expect(runs.map((run) => run.true)).toEqual([14_000])
  },
)

it.each([
  {
    what: 'pictures that are missing when the sound comes back',
    faults: [
      { name: 'no sound for 15 s', at: 15_860 },
      { name: 'no pictures for 3 s', at: 29_986 },
    ],
  },
  {
    what: 'a burst of pictures without timestamps',
    faults: [
      { name: 'pictures without stamps', at: 0 },
      { name: 'a line that stalls for 3 s', at: 8_716 },
    ],
  },
  {
    what: 'a gap of pictures without timestamps',
    faults: [
      { name: 'no pictures for 3 s', at: 20_173 },
      { name: 'no stamps at all', at: 0 },
    ],
  },
  {
    what: 'a burst without timestamps at whose end the sound stops',
    faults: [
      { name: 'no stamps at all', at: 0 },
      { name: 'no sound for 3 s', at: 19_670 },
      { name: 'a line that stalls for 3 s', at: 16_707 },
    ],
  },
  {
    what: 'a clock that steps back while pictures are missing',
    faults: [
      { name: 'no pictures for 15 s', at: 6_000 },
      { name: 'jumps 12 s back', at: 6_000 },
    ],
  },
  {
    what: 'a gap of both that ends with the sound',
    faults: [
      { name: 'no pictures for 15 s', at: 6_551 },
      { name: 'no sound for 15 s', at: 6_000 },
    ],
  },
])('timeline keeps audio and video in sync through $what', ({ faults }) => {
  expect(flawsOf(place(faultyPackets(faults)))).toEqual([])
})

it('timeline keeps audio and video in sync if one is missing while their distance is measured', () => {
  const packets = packetsOf().filter(({ is, true: at }) =>
    is === 'picture' ? at >= 6_000 : at < 6_500 || at >= 15_000,
  )
  const flaws = flawsOf(place(packets).filter(({ true: at }) => at > 15_000 + SETTLED_MS))
  expect(flaws).toEqual([])
})

it('timeline keeps sound in sync that begins after the timestamps of pictures stood still', () => {
  const packets = packetsOf().filter(({ is, true: at }) => is === 'picture' || at >= 12_000)
  for (const packet of packets)
    if (packet.is === 'picture') packet.timestamp = Math.min(packet.timestamp, 10_000)
  expect(flawsOf(place(packets))).toEqual([])
})

it('timeline starts no run when an encoder pauses as long as its timestamps say', () => {
  const packets = packetsOf().filter((one) => one.true < 12_500 || one.true >= 20_000)
  const placed = place(packets)
  expect(placed.filter(({ isNewRun }) => isNewRun)).toEqual([])
  expect(flawsOf(placed)).toEqual([])
})

it('timeline keeps the encoder’s composition time within limits', () => {
  const timeline = new Timeline()
  expect(timeline.picture(0, 80, true, 0)).toMatchObject({ dts: 0, pts: 80 })
  expect(timeline.picture(50, -20, false, 50)).toMatchObject({ dts: 50, pts: 30 })
  expect(timeline.picture(100, 8_000_000, false, 100)).toMatchObject({ dts: 100, pts: 100 })
})
