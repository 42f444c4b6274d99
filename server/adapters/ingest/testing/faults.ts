/** Faulty packet streams of encoders, for tests of the timeline and of what is made of a stream. */
export const FRAME_MS = 50
export const SOUND_MS = (1_024 * 1_000) / 48_000
const SECONDS = 40
/** Pictures from one key frame to the next. */
const GROUP = 40
/** How long an encoder is away before it sends in a new connection. */
const AWAY_MS = 3_000

export interface Packet {
  is: 'picture' | 'sound'
  /** Capture time, in milliseconds. */
  true: number
  timestamp: number
  arrived: number
  isKey: boolean
  /** Time from the decoding of a picture to its display. */
  composition: number
  /** Number of the picture's size: pictures of another size have other headers. */
  size: number
  /** Whether the headers are sent again before this packet. */
  repeatsHeaders: boolean
  /** How the connection before this packet ended: by the encoder, or with our process. A new one begins. */
  after: 'return' | 'kill' | null
}
type Fault = (packets: Packet[], at: number) => void

/** Needed by the timeline to measure the distance between the tracks. */
export const SETTLED_MS = 5_000

/** The packets from this instant to the end of the connection. */
function connectionFrom(packets: Packet[], at: number): Packet[] {
  const rest = packets.filter((one) => one.true >= at)
  const next = rest.findIndex(({ after }, n) => n > 0 && after !== null)
  return next < 0 ? rest : rest.slice(0, next)
}
/** The packets from this instant on, but not before both tracks of the connection are known well. */
function settledFrom(packets: Packet[], at: number): Packet[] {
  const from = packets.find((one) => one.true >= at)?.true ?? at
  const begins = packets.findLast((one) => one.true <= from && one.after !== null)?.true ?? 0
  const first = (['picture', 'sound'] as const).map(
    (is) => packets.find((one) => one.is === is && one.true >= begins)?.true ?? begins,
  )
  return connectionFrom(packets, Math.max(at, ...first.map((one) => one + SETTLED_MS)))
}

const shift =
  (which: Packet['is'] | 'both', ms: number): Fault =>
  (packets, at) => {
    for (const packet of which === 'both' ? connectionFrom(packets, at) : settledFrom(packets, at))
      if (which === 'both' || packet.is === which) packet.timestamp += ms
  }
const wrap =
  (limit: number): Fault =>
  (packets, at) => {
    for (const packet of packets) packet.timestamp = (packet.timestamp + limit - at) % limit
  }
const without =
  (which: Packet['is'] | 'both', ms: number): Fault =>
  (packets, at) => {
    const isOf = (one: Packet) => which === 'both' || one.is === which
    const isMissing = (one: Packet) => isOf(one) && one.true >= at && one.true < at + ms
    const stays = packets.filter((one) => !isMissing(one))
    // A connection begins with what is sent first.
    for (const { after, true: begins } of packets.filter((one) => isMissing(one) && one.after)) {
      const next = stays.find((one) => one.true >= begins)
      if (next) next.after = after
    }
    packets.splice(0, packets.length, ...stays)
  }
/** A track that is missing for a while, once its distance to the other one is known. */
const missing =
  (which: Packet['is'], ms: number): Fault =>
  (packets, at) =>
    without(which, ms)(packets, settledFrom(packets, at)[0]?.true ?? at)
/** From this instant on the encoder sends in a new connection, with a clock that begins again. */
const again =
  (after: 'return' | 'kill'): Fault =>
  (packets, at) => {
    without('both', AWAY_MS)(packets, at)
    const rest = packets.filter((one) => one.true >= at)
    const [first] = rest
    if (!first) return
    first.after = after
    for (const packet of rest) packet.timestamp = Math.round(packet.true - first.true)
  }
const drift =
  (factor: number): Fault =>
  (packets) => {
    const sounds = packets.filter(({ is }) => is === 'sound')
    const pictures = packets.filter(({ is }) => is === 'picture')
    const both = Math.max(sounds[0]?.timestamp ?? 0, pictures[0]?.timestamp ?? 0)
    for (const packet of sounds) packet.timestamp = both + (packet.timestamp - both) * factor
  }

/**
 * Of every three pictures, the first is shown after the two that follow it: frames from decoding to display. A last
 * one stands alone.
 */
const framesLate = (place: number, count: number) =>
  place === count - 1 && place % 3 === 0 ? 1 : place % 3 === 0 ? 3 : 0
/** Two B-frames between others, in groups of this many pictures; `first`: what the key frame is late. */
const reorder =
  (first: (place: number) => number): Fault =>
  (packets) => {
    for (const packet of packets)
      if (packet.is === 'picture')
        packet.composition = first(Math.round(packet.true / FRAME_MS) % GROUP) * FRAME_MS
  }

/** After these, an encoder sends in a new connection. */
export const RETURNS: Record<string, Fault> = {
  'the encoder is gone for 3 s': again('return'),
  'our process is killed': again('kill'),
}

const isStamped = ({ is, timestamp }: Packet) => is === 'picture' && timestamp > 0

/** In the order in which they are combined: what is sent, before the timestamps that it has. */
export const FAULTS: Record<string, Fault> = {
  'sound begins late': (packets, at) => without('sound', at)(packets, 0),
  'pictures begin late': (packets, at) => without('picture', at)(packets, 0),
  'sound ends': without('sound', Number.POSITIVE_INFINITY),
  'pictures end': without('picture', Number.POSITIVE_INFINITY),
  'no sound at all': (packets) => without('sound', Number.POSITIVE_INFINITY)(packets, 0),
  'no pictures at all': (packets) => without('picture', Number.POSITIVE_INFINITY)(packets, 0),
  'no sound for 15 s': missing('sound', 15_000),
  'no pictures for 15 s': missing('picture', 15_000),
  'no sound for 3 s': missing('sound', 3_000),
  'no pictures for 3 s': missing('picture', 3_000),
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
    const five = settledFrom(packets, at)
      .filter(({ is }) => is === 'sound')
      .slice(0, 5)
    for (const packet of five) packet.timestamp = five[0]!.timestamp
  },
  'sound without stamps': (packets) => {
    for (const packet of packets) if (packet.is === 'sound') packet.timestamp = 0
  },
  'a line that stalls for 3 s': (packets, at) => {
    for (const packet of packets)
      if (packet.arrived >= at && packet.arrived < at + 3_000) packet.arrived = at + 3_000
  },
  'pictures out of order': reorder((place) => (place === 0 ? 1 : framesLate(place - 1, GROUP - 1))),
  'pictures before their key frame': reorder((place) => framesLate(place, GROUP)),
  'no key frames for 15 s': (packets, at) => {
    for (const packet of packets)
      if (packet.true >= at && packet.true < at + 15_000) packet.isKey = packet.is === 'sound'
  },
  'a key frame in each picture': (packets) => {
    for (const packet of packets) Object.assign(packet, { isKey: true, composition: 0 })
  },
  'the size of the picture changes': (packets, at) => {
    const key = packets.find((one) => one.is === 'picture' && one.isKey && one.true >= at)
    for (const packet of packets) if (key && packet.true >= key.true) packet.size++
  },
  'headers are sent again': (packets, at) => {
    for (const [n, packet] of packets.entries())
      if (packet.true >= at && n % 20 === 0) packet.repeatsHeaders = true
  },
  'pictures without stamps': (packets) => {
    for (const packet of packets) if (packet.is === 'picture') packet.timestamp = 0
  },
  'no stamps at all': (packets) => {
    for (const packet of packets) packet.timestamp = 0
  },
  'sent ten times as fast': (packets) => {
    // Without timestamps, nothing shows how fast.
    if (packets.some(({ is }) => is === 'picture') && !packets.some(isStamped)) return
    for (const packet of packets) packet.arrived /= 10
  },
}

/** One kind of fault, and when it happens. */
export interface Occurrence {
  name: string
  at: number
}

/** The packets of an encoder with these faults. */
export function faultyPackets(occurrences: Occurrence[]): Packet[] {
  const packets = packetsOf()
  for (const [name, fault] of Object.entries({ ...RETURNS, ...FAULTS }))
    for (const one of occurrences) if (one.name === name) fault(packets, one.at)
  return packets
}

/** When the later one of the two tracks began in the connection of this packet; in capture time. */
export function bothSince(packets: Packet[], n: number): number {
  const from = packets.findLastIndex(({ after }, other) => other <= n && after !== null)
  const rest = packets.slice(Math.max(0, from), n + 1)
  const first = (is: Packet['is']) => rest.find((one) => one.is === is)?.true ?? 0
  return Math.max(first('picture'), first('sound'))
}

/** The packets of a faultless encoder, in capture order. */
export function packetsOf(seconds = SECONDS): Packet[] {
  const every = (is: Packet['is'], ms: number): Packet[] =>
    Array.from({ length: Math.floor((seconds * 1_000) / ms) }, (_, n) => {
      const at = n * ms
      return {
        ...{ is, true: at, timestamp: Math.round(at), arrived: at, isKey: n % GROUP === 0 },
        ...{ composition: 0, size: 0, repeatsHeaders: false, after: null },
      }
    })
  return [...every('picture', FRAME_MS), ...every('sound', SOUND_MS)].sort(
    (a, b) => a.true - b.true,
  )
}
