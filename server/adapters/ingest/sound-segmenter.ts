import type { AudioTrack } from './flv.ts'
import { type Packet, pack, soundFrameMs } from './pack.ts'
import { type Segmenter, type Sink, TARGET_MS } from './segmenter.ts'
import { Silence } from './silence.ts'
import { createUnwritten, weightOf } from './unwritten.ts'

/**
 * Cuts one run of an audio-only encoder, as `Segmenter` does for video. AAC packets are independent, so any of
 * them may start a segment.
 */
export function createSoundSegmenter(
  track: AudioTrack,
  { write, ready = Promise.resolve(), unwritten = createUnwritten(), onError = () => {} }: Sink,
): Pick<Segmenter, 'audio' | 'end'> {
  const frame = soundFrameMs(track.sampleRate)
  const silence = new Silence(track)
  let sounds: Packet[] = []
  let origin: number | null = null
  let first = true
  let working: Promise<unknown> = ready

  function flush(audioPackets: Packet[], start: number, end: number) {
    const isFirst = first
    first = false
    working = working
      .then(async () => {
        const { bytes, init } = await pack(null, track, [], audioPackets, end)
        await write({ start, duration: end - start, bytes, ...(isFirst && { init }) })
      })
      .finally(() => unwritten.add(-weightOf(audioPackets)))
    // Handled here: the promise is awaited only at the end of the run.
    working.catch(onError)
  }

  function add(packet: Packet) {
    const [head] = sounds
    if (head && packet.pts - head.pts >= TARGET_MS) {
      flush(sounds, head.pts, packet.pts)
      sounds = []
    }
    sounds.push(packet)
    unwritten.add(weightOf([packet]))
  }

  return {
    audio(dts, data) {
      origin ??= dts
      const pts = dts - origin
      for (const packet of silence.before({ key: true, dts: pts, pts, data })) add(packet)
    },
    async end() {
      const [head, last] = [sounds.at(0), sounds.at(-1)]
      if (head && last) flush(sounds, head.pts, last.pts + frame)
      sounds = []
      await working
    },
  }
}
