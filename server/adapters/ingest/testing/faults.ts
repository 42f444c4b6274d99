/** Faulty packet streams of encoders, for tests of the timeline and the intake. */
export const FRAME_MS = 50
export const SOUND_MS = (1_024 * 1_000) / 48_000
const SECONDS = 40

export interface Packet {
  is: 'picture' | 'sound'
  /** Capture time, in milliseconds. */
  true: number
  timestamp: number
  arrived: number
  isKey: boolean
}
type Fault = (packets: Packet[], at: number) => void

const shift =
  (which: Packet['is'] | 'both', ms: number): Fault =>
  (packets, at) => {
    for (const packet of packets)
      if (packet.true >= at && (which === 'both' || packet.is === which)) packet.timestamp += ms
  }
const wrap =
  (limit: number): Fault =>
  (packets, at) => {
    for (const packet of packets) packet.timestamp = (packet.timestamp + limit - at) % limit
  }
const without =
  (which: Packet['is'], ms: number): Fault =>
  (packets, at) => {
    const stays = packets.filter((one) => one.is !== which || one.true < at || one.true >= at + ms)
    packets.splice(0, packets.length, ...stays)
  }
const drift =
  (factor: number): Fault =>
  (packets) => {
    for (const packet of packets) if (packet.is === 'sound') packet.timestamp *= factor
  }

export const FAULTS: Record<string, Fault> = {
  'starts anywhere': (packets) => {
    for (const packet of packets) packet.timestamp += 3_000_000_000
  },
  'wraps at 2^24': wrap(2 ** 24),
  'wraps at 2^31': wrap(2 ** 31),
  'wraps at 2^32': wrap(2 ** 32),
  'jumps an hour ahead': shift('both', 3_600_000),
  'jumps 20 s ahead': shift('both', 20_000),
  'jumps 12 s back': shift('both', -12_000),
  'pictures alone jump 30 s ahead': shift('picture', 30_000),
  'pictures alone jump 30 s back': shift('picture', -30_000),
  'sound alone jumps 6 s back': shift('sound', -6_000),
  'sound alone jumps 30 s ahead': shift('sound', 30_000),
  'sound steps 100 ms back': shift('sound', -100),
  'sound steps 300 ms ahead': shift('sound', 300),
  'sound’s clock is 1 % slow': drift(0.99),
  'sound’s clock is 1 % fast': drift(1.01),
  'five packets of sound with one stamp': (packets, at) => {
    const five = packets.filter((one) => one.is === 'sound' && one.true >= at).slice(0, 5)
    for (const packet of five) packet.timestamp = five[0]!.timestamp
  },
  'sound without stamps': drift(0),
  'no sound for 3 s': without('sound', 3_000),
  'no pictures for 3 s': without('picture', 3_000),
  'a line that stalls for 3 s': (packets, at) => {
    for (const packet of packets)
      if (packet.arrived >= at && packet.arrived < at + 3_000) packet.arrived = at + 3_000
  },
  'sent ten times as fast': (packets) => {
    for (const packet of packets) packet.arrived /= 10
  },
}

/** The packets of a faultless encoder, in capture order. */
export function packetsOf(seconds = SECONDS): Packet[] {
  const every = (is: Packet['is'], ms: number): Packet[] =>
    Array.from({ length: Math.floor((seconds * 1_000) / ms) }, (_, n) => {
      const at = n * ms
      return { is, true: at, timestamp: Math.round(at), arrived: at, isKey: n % 40 === 0 }
    })
  return [...every('picture', FRAME_MS), ...every('sound', SOUND_MS)].sort(
    (a, b) => a.true - b.true,
  )
}
