import type { AudioTrack } from './flv.ts'
import { type Packet, pack, soundFrameMs } from './pack.ts'
import { type Segmenter, type Sink, TARGET_MS } from './segmenter.ts'
import { createUnwritten, weightOf } from './unwritten.ts'

/**
 * Cuts one run of an encoder that sends sound alone, as `createSegmenter` cuts pictures: each packet of AAC can be heard
 * by itself, so it may be cut anywhere.
 */
export function createSoundSegmenter(
  track: AudioTrack,
  { write, ready = Promise.resolve(), unwritten = createUnwritten(), onError = () => {} }: Sink,
): Pick<Segmenter, 'audio' | 'end'> {
  const frame = soundFrameMs(track.sampleRate)
  let sounds: Packet[] = []
  let origin: number | null = null
  let first = true
  let working: Promise<unknown> = ready

  function flush(heard: Packet[], end: number) {
    const start = heard[0]!.pts
    const isFirst = first
    first = false
    working = working
      .then(async () => {
        const { bytes, init } = await pack(null, track, [], heard, end)
        await write({ start, duration: end - start, bytes, ...(isFirst && { init }) })
      })
      .finally(() => unwritten.add(-weightOf(heard)))
    // Nobody waits before the run ends.
    working.catch(onError)
  }

  return {
    audio(dts, data) {
      origin ??= dts
      const pts = dts - origin
      const last = sounds.at(-1)
      if (last && pts - sounds[0]!.pts >= TARGET_MS) {
        flush(sounds, pts)
        sounds = []
      }
      const packet = { key: true, dts: pts, pts, data }
      sounds.push(packet)
      unwritten.add(weightOf([packet]))
    },
    async end() {
      const last = sounds.at(-1)
      if (last) flush(sounds, last.pts + frame)
      sounds = []
      await working
    },
  }
}
