import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
} from 'mediabunny'
import type { AudioTrack, VideoTrack } from './flv.ts'

/** Times in milliseconds. */
export interface Packet {
  key: boolean
  dts: number
  pts: number
  data: Uint8Array
}

const AAC_FRAME = 1_024

/** Milliseconds that one packet of sound lasts. */
export const soundFrameMs = (sampleRate: number) => (AAC_FRAME * 1_000) / sampleRate

/** The packets of a segment could not be written as CMAF: the segment is lost, the disk is fine. */
export class PackError extends Error {}

/**
 * Packs one segment as CMAF: these pictures, and the sound until `end`. A track is present even if it has no packets,
 * so that the track ids of all segments agree; without `video` the segment is audio only.
 */
export async function pack(
  video: VideoTrack | null,
  audio: AudioTrack | null,
  seen: Packet[],
  audioPackets: Packet[],
  end: number,
) {
  const target = new BufferTarget()
  const initTarget = new BufferTarget()
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget })
  try {
    const addPictures = video && picturesIn(output, video)
    const addSounds = audio && soundsIn(output, audio)
    await output.start()
    await addPictures?.(seen, end)
    await addSounds?.(audioPackets)
    await output.finalize()
  } catch (error) {
    throw new PackError(String(error), { cause: error })
  }
  if (!target.buffer || !initTarget.buffer) throw new PackError('the output is empty')
  return { bytes: new Uint8Array(target.buffer), init: new Uint8Array(initTarget.buffer) }
}

function picturesIn(output: Output, { codec, width, height, record }: VideoTrack) {
  const source = new EncodedVideoPacketSource('avc')
  const decoderConfig = { codec, codedWidth: width, codedHeight: height, description: record }
  output.addVideoTrack(source, { decoderConfig })
  return async (seen: Packet[], end: number) => {
    const times = seen.map(({ pts }) => pts)
    const shown = times.toSorted((one, other) => one - other)
    let latest = Number.NEGATIVE_INFINITY
    for (const [n, { key, pts, data }] of seen.entries()) {
      // Until the next picture in the order in which they are shown.
      const lasts = (shown.find((next) => next > pts) ?? Math.max(end, pts + 1)) - pts
      // The packager requires a key frame first; a segment that was cut without one continues the previous one. It
      // refuses a later one around which others are shown out of order.
      const divides = pts > latest && times.every((other, m) => m <= n || other > pts)
      const type = n === 0 || (key && divides) ? 'key' : 'delta'
      latest = Math.max(latest, pts)
      const packet = new EncodedPacket(data, type, pts / 1_000, lasts / 1_000)
      await source.add(packet, { decoderConfig })
    }
  }
}

function soundsIn(output: Output, { codec, sampleRate, channels, record }: AudioTrack) {
  const source = new EncodedAudioPacketSource('aac')
  const decoderConfig = { codec, sampleRate, numberOfChannels: channels, description: record }
  output.addAudioTrack(source, { decoderConfig })
  return async (audioPackets: Packet[]) => {
    for (const { pts, data } of audioPackets) {
      const lasts = soundFrameMs(sampleRate) / 1_000
      await source.add(new EncodedPacket(data, 'key', pts / 1_000, lasts), { decoderConfig })
    }
  }
}
