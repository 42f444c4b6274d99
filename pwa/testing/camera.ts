import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
const FRAMES = 3
/** For a film that begins with nothing: longer than it takes to open a camera and look at it. */
const LONG = 60

const GREY = Buffer.alloc(WIDTH * HEIGHT, 0x77)

/** What a phone's camera sees: a film that begins anew each time the camera is opened. */
export function makeCamera() {
  const file = join(mkdtempSync(join(tmpdir(), 'room-camera-')), 'seen.y4m')
  const camera = {
    /** For a browser's command line. */
    flags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    /** Holds a picture before it, as it came from another screen; `afterFrames`: of nothing, a tenth of a second each. */
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
