import { execFileSync } from 'node:child_process'
import { defined } from '#contract/lib/defined.ts'
import { testFfmpeg } from '../../../../../scripts/install/ffmpeg.ts'
import { type FlvMedia, readTag } from '../../flv.ts'
import { tagReader } from '../flv-pipe.ts'

export const FFMPEG = defined(
  testFfmpeg(),
  'ffmpeg: node scripts/install/ffmpeg.ts says how to get it',
)

/** A clip as an encoder sends it: moving pictures with B-frames, and a tone. */
export function clipOf({ seconds = 8, size = '320x180', keyframeS = 2, sound = true } = {}) {
  const rate = 20
  const bytes = execFileSync(
    FFMPEG,
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`],
      ...(sound ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : []),
      ...['-t', `${seconds}`, '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'],
      ...['-pix_fmt', 'yuv420p', '-g', `${keyframeS * rate}`, '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-b:a', '96k', '-f', 'flv', 'pipe:1'],
    ],
    { maxBuffer: 100_000_000 },
  )
  const media: FlvMedia[] = []
  tagReader((tag) => {
    const one = readTag(tag)
    if (one) media.push(one)
  })(bytes)
  return media
}

/** Parts of a clip that each begin with a key frame; the tracks are in the first. */
export function partsOf(clip: FlvMedia[]): FlvMedia[][] {
  const parts: FlvMedia[][] = [[]]
  let isBegun = false
  for (const media of clip) {
    const isKey = media.is === 'video' && media.key
    if (isKey && isBegun) parts.push([])
    isBegun ||= isKey
    parts.at(-1)?.push(media)
  }
  return parts
}
