import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import type { IngestApi } from '#server/adapters/ingest/api.ts'
import type { AudioTrack, Media, VideoTrack } from '#server/adapters/ingest/flv.ts'
import type { Intake } from '#server/adapters/ingest/intake.ts'
import { createSegmenter } from '#server/adapters/ingest/segmenter.ts'
import { diskRecordings, openRecorder } from '#server/adapters/recordings.ts'
import { sha256 } from '#server/features/live/seal.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { DemoWork } from '#server/ports/ingest.ts'
import type { Log } from '#server/ports/log.ts'

const CLIP = fileURLToPath(new URL('./art/clip.mp4', import.meta.url))
const AGAIN_MS = 1_000
/** Of a stream that never ends the last minutes are kept. */
const KEEP_MS = 5 * 60_000
/** So often does an archive show the clip. */
const ARCHIVE_TIMES = 12

interface FeedDeps {
  root: string
  api: IngestApi
  intake: Intake
  clock: Clock
  log: Log
}

/** Plays the demo's clip into the event that is on the air, over and over, and makes its archives. */
export function startFeed({ root, api, intake, clock, log }: FeedDeps) {
  const going = new AbortController()
  const { signal } = going

  async function feed(key: string, clip: Clip) {
    const admission = await api.admit({ key })
    if (!admission) return
    // An encoder that comes with the same key takes over.
    const over = new AbortController()
    const stream = await intake.open(admission.broadcast, {
      keyHash: sha256(key),
      close: () => over.abort(),
      keepMs: KEEP_MS,
    })
    if (!stream) return
    try {
      await play(clip, stream.take, clock, AbortSignal.any([signal, over.signal]))
    } finally {
      await stream.end()
    }
  }

  async function run() {
    while (!signal.aborted) {
      try {
        const work = await api.demo()
        if (work) {
          const clip = await readClip()
          await makeArchives(root, work, clip)
          if (work.key) await feed(work.key, clip)
        }
      } catch (error) {
        log.info({ error: String(error) }, 'the demo is not fed yet')
      }
      await wait(AGAIN_MS, undefined, { signal }).catch(() => {}) // told to stop
    }
  }
  const fed = run()
  return {
    async stop() {
      going.abort()
      await fed
    },
  }
}

interface Clip {
  video: VideoTrack
  audio: AudioTrack | null
  /** In the order in which they are sent. */
  media: (Media & { is: 'video' | 'audio' })[]
  /** Milliseconds. */
  lasts: number
}

async function readClip(): Promise<Clip> {
  const input = new Input({ source: new FilePathSource(CLIP), formats: ALL_FORMATS })
  const pictures = (await input.getPrimaryVideoTrack())!
  const sounds = await input.getPrimaryAudioTrack()
  const seen = (await pictures.getDecoderConfig())!
  const heard = (await sounds?.getDecoderConfig()) ?? null
  const media: Clip['media'] = []
  for await (const { type, timestamp, data } of new EncodedPacketSink(pictures).packets()) {
    const pts = timestamp * 1_000
    media.push({ is: 'video', key: type === 'key', dts: pts, pts, data })
  }
  // They come in the order in which they are decoded: the nth is due when the nth is shown.
  const due = media.map(({ dts }) => dts).sort((a, b) => a - b)
  for (const [n, picture] of media.entries()) picture.dts = due[n]!
  if (sounds)
    // What comes before the beginning is the encoder's run-up: in a loop it would fall into the time before.
    for await (const { timestamp, data } of new EncodedPacketSink(sounds).packets())
      if (timestamp >= 0) media.push({ is: 'audio', dts: timestamp * 1_000, data })
  const lasts = (await input.computeDuration()) * 1_000
  input.dispose()
  return {
    video: {
      codec: seen.codec,
      width: seen.codedWidth!,
      height: seen.codedHeight!,
      record: bytesOf(seen.description!),
    },
    audio: heard && {
      codec: heard.codec,
      sampleRate: heard.sampleRate,
      channels: heard.numberOfChannels,
      record: bytesOf(heard.description!),
    },
    media: media.sort((a, b) => a.dts - b.dts),
    lasts,
  }
}

const bytesOf = (description: AllowSharedBufferSource) =>
  ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)

/** The clip for the nth time, right after the time before. */
const shifted = ({ media, lasts }: Clip, n: number) =>
  media.map((one) =>
    one.is === 'video'
      ? { ...one, dts: one.dts + n * lasts, pts: one.pts + n * lasts }
      : { ...one, dts: one.dts + n * lasts },
  )

/** As an encoder does it: each picture at its time. */
async function play(clip: Clip, take: (media: Media) => void, clock: Clock, signal: AbortSignal) {
  take({ is: 'videoTrack', track: clip.video })
  if (clip.audio) take({ is: 'audioTrack', track: clip.audio })
  const startedAt = clock.now().getTime()
  for (let n = 0; !signal.aborted; n++)
    for (const media of shifted(clip, n)) {
      const early = startedAt + media.dts - clock.now().getTime()
      if (early > 20) await wait(early, undefined, { signal }).catch(() => {}) // told to stop
      if (signal.aborted) return
      take(media)
    }
}

/** Recordings that the demo's events had long ago, made when they are first missing. */
async function makeArchives(root: string, { archives }: DemoWork, clip: Clip) {
  const recordings = diskRecordings(root)
  for (const { id, started_at } of archives) {
    if ((await recordings.read(id)).segments.length > 0) continue
    const recorder = await openRecorder(root, id)
    const from = Date.parse(started_at)
    const segmenter = createSegmenter(clip.video, clip.audio, {
      async write({ init, bytes, start, duration }) {
        if (init) await recorder.begin(init)
        await recorder.add(bytes, Math.round(from + start), duration / 1_000)
      },
    })
    for (let n = 0; n < ARCHIVE_TIMES; n++)
      for (const media of shifted(clip, n)) {
        if (media.is === 'video') segmenter.video(media)
        else if (media.is === 'audio') segmenter.audio(media.dts, media.data)
      }
    await segmenter.end()
  }
}
