/**
 * Reads the samples of a CMAF segment from its boxes (ISO/IEC 14496-12), to check what the packager wrote: an
 * independent reader, as the packager's own would repeat its mistakes.
 */

/** Times in milliseconds since the beginning of the run. */
export interface Sample {
  is: 'picture' | 'sound'
  dts: number
  pts: number
  duration: number
  data: Buffer
}

interface Track {
  is: Sample['is']
  timescale: number
}

interface Box {
  type: string
  body: Buffer
  /** Where it begins in its parent. */
  at: number
}

function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) throw new Error('a box is longer than its parent')
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + size),
      at,
    }
    at += size
  }
}
const all = (bytes: Buffer, type: string) =>
  [...boxesIn(bytes)].filter((box) => box.type === type).map(({ body }) => body)
function find(bytes: Buffer, ...path: string[]): Buffer {
  return path.reduce((inner, type) => {
    const [body] = all(inner, type)
    if (!body) throw new Error(`there is no ${type}`)
    return body
  }, bytes)
}

/** The tracks of an initialization segment, by id. */
function tracksOf(init: Buffer): Map<number, Track> {
  return new Map(
    all(find(init, 'moov'), 'trak').map((trak) => {
      const head = find(trak, 'tkhd')
      const media = find(trak, 'mdia', 'mdhd')
      const handler = find(trak, 'mdia', 'hdlr').toString('latin1', 8, 12)
      const is = handler === 'vide' ? 'picture' : 'sound'
      // Version 1 has dates of eight bytes.
      return [
        head.readUInt32BE(head[0] === 1 ? 20 : 12),
        { is, timescale: media.readUInt32BE(media[0] === 1 ? 20 : 12) },
      ]
    }),
  )
}

/** The samples of a segment with its initialization segment: pictures first, each track in decoding order. */
export function samplesOf(init: Buffer, segment: Buffer): Sample[] {
  const tracks = tracksOf(init)
  return [...boxesIn(segment)]
    .filter(({ type }) => type === 'moof')
    .flatMap(({ body, at }) =>
      all(body, 'traf').flatMap((traf) => samplesIn(traf, tracks, segment.subarray(at))),
    )
}

const [BASE, DESCRIPTION, DURATION, SIZE, FLAGS] = [0x1, 0x2, 0x8, 0x10, 0x20]

/** `fragment`: the bytes from its `moof` on, where the addresses of its samples begin. */
function samplesIn(traf: Buffer, tracks: Map<number, Track>, fragment: Buffer): Sample[] {
  const head = find(traf, 'tfhd')
  const track = tracks.get(head.readUInt32BE(4))
  if (!track) throw new Error('a track is not in the initialization segment')
  const flags = head.readUIntBE(1, 3)
  const optional = [BASE, DESCRIPTION, DURATION, SIZE, FLAGS].filter((flag) => flags & flag)
  const defaultOf = (flag: number) => {
    const before = optional.slice(0, optional.indexOf(flag))
    const at = 8 + before.reduce((sum, one) => sum + (one === BASE ? 8 : 4), 0)
    return flags & flag ? head.readUInt32BE(at) : 0
  }
  const decoded = find(traf, 'tfdt')
  let ticks = decoded[0] === 1 ? Number(decoded.readBigUInt64BE(4)) : decoded.readUInt32BE(4)
  const ms = (count: number) => (count * 1_000) / track.timescale
  return all(traf, 'trun').flatMap((run) => {
    const has = run.readUIntBE(1, 3)
    const count = run.readUInt32BE(4)
    let at = 8
    const next = (flag: number, otherwise = 0) => {
      if (!(has & flag)) return otherwise
      at += 4
      return run.readInt32BE(at - 4)
    }
    let offset = next(0x1)
    next(0x4)
    return Array.from({ length: count }, () => {
      const [duration, size] = [next(0x100, defaultOf(DURATION)), next(0x200, defaultOf(SIZE))]
      next(0x400)
      const [dts, pts] = [ms(ticks), ms(ticks + next(0x800))]
      const data = fragment.subarray(offset, offset + size)
      ticks += duration
      offset += size
      return { is: track.is, dts, pts, duration: ms(duration), data }
    })
  })
}
