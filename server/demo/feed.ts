import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { defined } from '#contract/lib/defined.ts'
import type { IngestApi } from '#server/adapters/ingest/api.ts'
import type { AudioTrack, FlvMedia, VideoTrack } from '#server/adapters/ingest/flv.ts'
import type { Intake } from '#server/adapters/ingest/intake.ts'
import { Segmenter } from '#server/adapters/ingest/segmenter.ts'
import { createRecorder, diskRecordings } from '#server/adapters/recordings.ts'
import { sha256 } from '#server/features/live/seal.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { DemoWork } from '#server/ports/ingest.ts'
import type { Log } from '#server/ports/log.ts'

const CLIP = fileURLToPath(new URL('./art/clip.mp4', import.meta.url))
const AGAIN_MS = 1_000
/** Retention of a stream that never ends. */
const WINDOW_MS = 5 * 60_000
/** How often an archive repeats the clip. */
const ARCHIVE_TIMES = 12

interface FeedDeps {
  root: string
  api: IngestApi
  intake: Intake
  clock: Clock
  log: Log
}

/** Plays the demo's clip in a loop into the live event, and creates its archives. */
export function startFeed({ root, api, intake, clock, log }: FeedDeps) {
  const controller = new AbortController()
  const { signal } = controller

  async function feed(key: string, clip: Clip) {
    const admission = await api.admit({ key })
    if (!admission) return
    // An encoder with the same key takes over.
    const over = new AbortController()
    const stream = await intake.open(admission.broadcast, {
      keyHash: sha256(key),
      close: () => over.abort(),
      windowMs: WINDOW_MS,
      // A stream that nobody sends is no work for a core.
      isPlain: true,
    })
    if (!stream) return
    try {
      const take = (media: FlvMedia) => stream.take(media)
      await play(clip, take, clock, AbortSignal.any([signal, over.signal]))
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
        log.info({ error: String(error) }, 'the demo stream could not be started yet')
      }
      await wait(AGAIN_MS, undefined, { signal }).catch(() => {}) // Stopped.
    }
  }
  const fed = run()
  return {
    async stop() {
      controller.abort()
      await fed
    },
  }
}

interface Clip {
  video: VideoTrack
  audio: AudioTrack | null
  /** In the order of sending. */
  media: (FlvMedia & { is: 'video' | 'audio' })[]
  /** Milliseconds. */
  lasts: number
}

async function readClip(): Promise<Clip> {
  const input = new Input({ source: new FilePathSource(CLIP), formats: ALL_FORMATS })
  const pictures = defined(await input.getPrimaryVideoTrack(), 'the video')
  const sounds = await input.getPrimaryAudioTrack()
  const seen = defined(await pictures.getDecoderConfig(), 'the configuration of the video')
  const audioConfig = (await sounds?.getDecoderConfig()) ?? null
  const media: Clip['media'] = []
  for await (const { type, timestamp, data } of new EncodedPacketSink(pictures).packets()) {
    const pts = timestamp * 1_000
    media.push({ is: 'video', key: type === 'key', dts: pts, pts, data })
  }
  // Packets are in decoding order: the nth is due at the nth display time.
  const due = media.map(({ dts }) => dts).sort((a, b) => a - b)
  for (const [n, picture] of media.entries()) picture.dts = defined(due[n], 'a display time')
  if (sounds)
    // Samples before zero are encoder priming: in a loop they would overlap the previous round.
    for await (const { timestamp, data } of new EncodedPacketSink(sounds).packets())
      if (timestamp >= 0) media.push({ is: 'audio', dts: timestamp * 1_000, data })
  const lasts = (await input.computeDuration()) * 1_000
  input.dispose()
  return {
    video: {
      codec: seen.codec,
      width: defined(seen.codedWidth, 'the width'),
      height: defined(seen.codedHeight, 'the height'),
      record: bytesOf(defined(seen.description, 'the record of the video')),
    },
    audio: audioConfig && {
      codec: audioConfig.codec,
      sampleRate: audioConfig.sampleRate,
      channels: audioConfig.numberOfChannels,
      record: bytesOf(defined(audioConfig.description, 'the record of the sound')),
    },
    media: media.sort((a, b) => a.dts - b.dts),
    lasts,
  }
}

const bytesOf = (description: AllowSharedBufferSource) =>
  ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)

/** The clip shifted to its nth repetition. */
const shifted = ({ media, lasts }: Clip, n: number) =>
  media.map((one) =>
    one.is === 'video'
      ? { ...one, dts: one.dts + n * lasts, pts: one.pts + n * lasts }
      : { ...one, dts: one.dts + n * lasts },
  )

/** Sends each picture at its time, like an encoder. */
async function play(
  clip: Clip,
  take: (media: FlvMedia) => void,
  clock: Clock,
  signal: AbortSignal,
) {
  take({ is: 'videoTrack', track: clip.video })
  if (clip.audio) take({ is: 'audioTrack', track: clip.audio })
  const startedAt = clock.now().getTime()
  for (let n = 0; !signal.aborted; n++)
    for (const media of shifted(clip, n)) {
      const early = startedAt + media.dts - clock.now().getTime()
      if (early > 20) await wait(early, undefined, { signal }).catch(() => {}) // Stopped.
      if (signal.aborted) return
      take(media)
    }
}

/** Creates the missing recordings of the demo's past events. */
async function makeArchives(root: string, { archives }: DemoWork, clip: Clip) {
  const recordings = diskRecordings(root)
  for (const { id, started_at } of archives) {
    if ((await recordings.read(id)).segments.length > 0) continue
    const recorder = await createRecorder(root, id)
    const from = Date.parse(started_at)
    const segmenter = new Segmenter(clip.video, clip.audio, {
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
