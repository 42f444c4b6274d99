// FLV as ffmpeg reads and writes it through pipes (Adobe's FLV 10.1, annex E).

import type { AudioTrack, Tag, VideoTrack } from '../flv.ts'
import type { Packet } from '../pack.ts'

const [AUDIO, VIDEO] = [8, 9]
const [HEAD, SIZE] = [11, 4]
/** Bytes of the file header, with the size of the tag before the first one. */
const FILE_HEAD = 13

export const fileHead = (hasAudio: boolean) =>
  Buffer.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])

function tag(type: number, time: number, ...body: Uint8Array[]): Buffer {
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.alloc(HEAD)
  head[0] = type
  head.writeUIntBE(length, 1, 3)
  head.writeUIntBE(time & 0xffffff, 4, 3)
  head[7] = (time >>> 24) & 0xff
  const size = Buffer.alloc(SIZE)
  size.writeUInt32BE(HEAD + length)
  return Buffer.concat([head, ...body, size])
}

export const videoTrackTag = ({ record }: VideoTrack) =>
  tag(VIDEO, 0, Uint8Array.of(0x17, 0, 0, 0, 0), record)
export const audioTrackTag = ({ record }: AudioTrack) =>
  tag(AUDIO, 0, Uint8Array.of(0xaf, 0), record)

/** `shift`: milliseconds that are added to the times. */
export function pictureTag({ key, dts, pts, data }: Packet, shift: number): Buffer {
  const time = Math.round(dts + shift)
  const head = Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0])
  head.writeIntBE(Math.round(pts + shift) - time, 2, 3)
  return tag(VIDEO, time, head, data)
}
export const soundTag = (dts: number, data: Uint8Array, shift: number) =>
  tag(AUDIO, Math.round(dts + shift), Uint8Array.of(0xaf, 1), data)

/** Splits the bytes of an FLV file, as they arrive, into its tags. */
export function tagReader(onTag: (tag: Tag) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let skip = FILE_HEAD
  return (bytes: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let at = 0
    for (;;) {
      if (rest.length - at < skip + HEAD) break
      const start = at + skip
      const length = rest.readUIntBE(start + 1, 3)
      const end = start + HEAD + length
      if (rest.length < end) break
      const time = rest.readUIntBE(start + 4, 3) + rest.readUInt8(start + 7) * 2 ** 24
      onTag({ type: rest.readUInt8(start), time, body: rest.subarray(start + HEAD, end) })
      at = end
      skip = SIZE
    }
    rest = rest.subarray(at)
  }
}
