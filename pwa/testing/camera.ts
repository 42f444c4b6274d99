import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
const FRAMES = 3
/** Frames of a video that begins blank: more than are needed to open the camera and scan. */
const LONG = 60

const GREY = Buffer.alloc(WIDTH * HEIGHT, 0x77)

/** A fake phone camera: a video that restarts each time the camera is opened. */
export function makeCamera() {
  const file = join(mkdtempSync(join(tmpdir(), 'room-camera-')), 'seen.y4m')
  const camera = {
    /** Command line flags of the browser. */
    flags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    /** Shows a picture of a screen to the camera; `afterFrames`: blank frames before it, 0.1 seconds each. */
    async show(picture: Buffer, { afterFrames = 0 } = {}) {
      const brightness = await sharp(picture)
        .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#777' })
        .flatten({ background: '#777' })
        .toColourspace('b-w')
        .raw()
        .toBuffer()
      const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
      const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colour])
      const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
      const nothing = Buffer.concat([Buffer.from('FRAME\n'), GREY, colour])
      const before = Array.from({ length: afterFrames }, () => nothing)
      const frames = Array.from({ length: afterFrames ? LONG : FRAMES }, () => frame)
      writeFileSync(file, Buffer.concat([head, ...before, ...frames]))
    },
    async showNothing() {
      const grey = { width: WIDTH, height: HEIGHT, channels: 3, background: '#777' } as const
      await camera.show(await sharp({ create: grey }).png().toBuffer())
    },
  }
  return camera
}
