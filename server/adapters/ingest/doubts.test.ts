import { expect, it } from 'vitest'
import { Doubts } from './doubts.ts'
import { FAULTS, type Packet, packetsOf, SOUND_MS } from './testing/faults.ts'
import { Timeline } from './timeline.ts'

/** What the owner of an encoder with these packets is told, at any time. */
function doubtsOf(packets: Packet[]) {
  const doubts = new Doubts()
  const timeline = new Timeline((what, arrived) => doubts.notice(what, arrived))
  const told = packets.flatMap(({ is, timestamp, isKey, arrived }) => {
    if (is === 'sound') timeline.sound(timestamp, SOUND_MS, arrived)
    else doubts.picture(timeline.picture(timestamp, 0, isKey, arrived).dts, arrived)
    return doubts.now(arrived)
  })
  return [...new Set(told)]
}

it.each([
  ['no sound for 3 s', ['soundLate']],
  ['sound’s clock is 1 % slow', ['soundDrifts']],
  ['sound’s clock is 1 % fast', ['soundDrifts']],
  ['jumps an hour ahead', []],
  ['wraps at 2^32', []],
  ['five packets of sound with one stamp', []],
  ['a line that stalls for 3 s', []],
  ['sent ten times as fast', []],
])('encoder that %s is told %j', (name, told) => {
  const packets = packetsOf()
  FAULTS[name]!(packets, 12_500)
  expect(doubtsOf(packets)).toEqual(told)
})

it('encoder without a fault is told nothing', () => {
  expect(doubtsOf(packetsOf())).toEqual([])
})

it('encoder whose timestamps stand still is told so', () => {
  const packets = packetsOf()
  for (const packet of packets) packet.timestamp = 0
  expect(doubtsOf(packets)).toContain('still')
})

it.each([
  [1.08, []],
  [1.2, ['slow']],
])('line that takes %s times as long as the stream is told %j', (factor, told) => {
  const packets = packetsOf()
  for (const packet of packets) packet.arrived *= factor
  expect(doubtsOf(packets)).toEqual(told)
})

it.each([
  { share: 0.69, told: ['short'] },
  { share: 0.71, told: [] },
])('encoder that sends $share of what it announced is told $told', ({ share, told }) => {
  const doubts = new Doubts()
  doubts.announce(1_000)
  const noticed = new Set<string>()
  for (let at = 0; at < 30_000; at += 50) {
    doubts.picture(at, at, (1_000 * share * 50) / 8 / 2)
    doubts.sound((1_000 * share * 50) / 8 / 2)
    for (const doubt of doubts.now(at)) noticed.add(doubt)
  }
  expect([...noticed]).toEqual(told)
})

it('doubt passes with its cause', () => {
  const doubts = new Doubts()
  doubts.notice('soundLate', 0)
  expect(doubts.now(9_999)).toEqual(['soundLate'])
  expect(doubts.now(10_000)).toEqual([])
  for (const at of [0, 20_000, 59_999]) doubts.notice('soundDrifts', at)
  expect(doubts.now(59_999)).toEqual(['soundDrifts'])
  expect(doubts.now(60_000)).toEqual([])
})
