import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chime } from '#server/demo/sound.ts'

/** Files as users and attackers would upload them. */

export const CLIP = fileURLToPath(new URL('../demo/art/clip.mp4', import.meta.url))
export const film = () => new Uint8Array(readFileSync(CLIP))
/** Cached: computing its 128,000 samples takes a quarter of a second. */
let computed: Uint8Array | undefined
export const sound = () => Uint8Array.from((computed ??= chime()))

const GREEN = { r: 11, g: 110, b: 102 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: GREEN } })
export const picture = async (width = 1600, height = 900) =>
  new Uint8Array(await plain(width, height).png().toBuffer())

/** A photo with GPS metadata, as from a phone. */
export const photograph = async () =>
  new Uint8Array(
    await plain(1200, 800)
      .jpeg()
      .withExif({
        IFD0: { Make: 'HIMITSU-CAMERA' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 40/1 52/1' },
      })
      .toBuffer(),
  )

/** 361 million pixels in a few kilobytes. */
export function pngBomb(side = 19_000) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1))
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Buffer) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** An animation of one pixel with many frames. */
export function longGif(frames = 10_000) {
  const head = Buffer.from('474946383961010001008000000000000000ffffff', 'hex')
  const frame = Buffer.from('21f90400010000002c00000000010001000002024401003b', 'hex')
  const one = frame.subarray(0, -1)
  return new Uint8Array(
    Buffer.concat([head, ...Array.from({ length: frames }, () => one), Buffer.from([0x3b])]),
  )
}
