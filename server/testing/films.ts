import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

interface FilmOptions {
  /** FFmpeg's encoder names; without one the track is missing. */
  picture?: 'libx264' | 'libx265'
  sound?: 'aac' | 'ac3' | 'flac' | 'libmp3lame' | 'libopus'
  /** FFmpeg's pixel format. */
  pixels?: string
}

/** Silences x265, which logs to the terminal. */
const PICTURE_OPTIONS = { gopSize: 10, options: { 'x265-params': 'log-level=none' } }

/** A second of test picture and tone as MP4, by a real encoder (FFmpeg). */
export async function encodeFilm({ picture, sound, pixels = 'yuv420p' }: FilmOptions) {
  const [{ Decoder, Demuxer, Encoder, Muxer }, { Log }, { AV_LOG_QUIET }] = await Promise.all([
    import('node-av/api'),
    import('node-av/lib'),
    import('node-av/constants'),
  ])
  Log.setLevel(AV_LOG_QUIET)
  const sources = [
    ...(picture
      ? [{ codec: picture, source: `testsrc2=size=64x48:rate=10:duration=1,format=${pixels}` }]
      : []),
    ...(sound ? [{ codec: sound, source: 'sine=frequency=440:sample_rate=48000:duration=1' }] : []),
  ]
  const file = join(tmpdir(), `room-film-${randomUUID()}.mp4`)
  const muxer = await Muxer.open(file, { format: 'mp4' })
  const tracks = await Promise.all(
    sources.map(async ({ codec, source }) => {
      const demuxer = await Demuxer.open(source, { format: 'lavfi' })
      const stream = demuxer.video() ?? demuxer.audio()!
      const decoder = await Decoder.create(stream)
      const options = stream === demuxer.video() ? PICTURE_OPTIONS : { autoResample: true }
      const encoder = await Encoder.create(codec as never, { decoder, ...options } as never)
      const index = muxer.addStream(encoder)
      return { index, packets: encoder.packets(decoder.frames(demuxer.packets(stream.index))) }
    }),
  )
  await Promise.all(
    tracks.map(async ({ index, packets }) => {
      for await (const packet of packets) if (packet) await muxer.writePacket(packet, index)
    }),
  )
  await muxer.close()
  try {
    return new Uint8Array(readFileSync(file))
  } finally {
    rmSync(file)
  }
}

export const inputOf = (bytes: Uint8Array) =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(Uint8Array.from(bytes).buffer) })

/** All packets of each track with their time in seconds. */
export const packetsOf = async (bytes: Uint8Array) =>
  Promise.all(
    (await inputOf(bytes).getTracks()).map(async (track) => {
      const packets = []
      for await (const { timestamp, data } of new EncodedPacketSink(track as never).packets())
        packets.push([timestamp.toFixed(3), Buffer.from(data).toString('base64')])
      return { codec: await track.getCodec(), packets }
    }),
  )
