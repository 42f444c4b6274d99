import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { DiscardedTrack, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { FOREIGN_PROFILE } from '#contract/live/limits.ts'
import type { Arrived } from '#contract/shared/form.schema.ts'
import { type Media, MediaDown, pendingPath } from '#server/ports/media.ts'

/** Reason to refuse a file: unreadable, or in a codec that some browsers cannot play. */
export type Unfit = 'unreadable' | 'unplayable'

export interface Sound {
  extension: string
}
/** Display size in pixels, after rotation. */
export interface Film {
  width: number
  height: number
}

/** Loaded on demand, with the first sound or video. */
const load = () => import('mediabunny')
type Mediabunny = Awaited<ReturnType<typeof load>>

/** Codecs supported by all current browsers, in mediabunny's names. */
const FILM_CODEC = 'avc'
const SOUND_CODECS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-u8', 'pcm-s16', 'pcm-s24']

/** Input and output formats by extension. */
const formatsOf = (bunny: Mediabunny) => ({
  mp3: { read: [bunny.MP3], write: () => new bunny.Mp3OutputFormat() },
  m4a: { read: [bunny.MP4], write: () => new bunny.Mp4OutputFormat({ fastStart: false }) },
  wav: { read: [bunny.WAVE], write: () => new bunny.WavOutputFormat() },
  ogg: { read: [bunny.OGG], write: () => new bunny.OggOutputFormat() },
  aac: { read: [bunny.ADTS], write: () => new bunny.AdtsOutputFormat() },
  flac: { read: [bunny.FLAC], write: () => new bunny.FlacOutputFormat() },
  // iPhones record QuickTime, which holds the same tracks.
  mp4: {
    read: [bunny.MP4, bunny.QTFF],
    write: () => new bunny.Mp4OutputFormat({ fastStart: false }),
  },
})
type Extension = keyof ReturnType<typeof formatsOf>
const SOUND_EXTENSIONS = ['mp3', 'm4a', 'wav', 'ogg', 'aac', 'flac'] as const

/** Reads requested ranges instead of the whole file. */
const sourceOf = ({ CustomSource }: Mediabunny, media: Media, { path, size }: Arrived) =>
  new CustomSource({
    getSize: () => size,
    read: (start, end) => media.part(path, start, end),
    maxCacheSize: 4_000_000,
  })

/** Inspects a sound by its content, not by its name. */
export async function inspectSound(media: Media, file: Arrived): Promise<Sound | Unfit> {
  const bunny = await load()
  const formats = formatsOf(bunny)
  const read = SOUND_EXTENSIONS.flatMap((extension) => formats[extension].read)
  const input = new bunny.Input({ formats: read, source: sourceOf(bunny, media, file) })
  try {
    const format = await input.getFormat()
    const track = await input.getPrimaryAudioTrack()
    if (!track || (await input.getPrimaryVideoTrack()) !== null) return 'unreadable'
    if (!(await isPlayable(track))) return 'unplayable'
    if (!(await isComplete(bunny, track))) return 'unreadable'
    const extension = SOUND_EXTENSIONS.find((one) =>
      formats[one].read.some((known) => known === format),
    )
    return extension ? { extension } : 'unreadable'
  } catch {
    return 'unreadable' // The parser's error has no useful detail.
  } finally {
    input.dispose()
  }
}

/** Inspects a video in MP4 or QuickTime. */
export async function inspectFilm(media: Media, file: Arrived): Promise<Film | Unfit> {
  const bunny = await load()
  const source = sourceOf(bunny, media, file)
  const input = new bunny.Input({ formats: formatsOf(bunny).mp4.read, source })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return 'unreadable'
    if (!(await isShown(track))) return 'unplayable'
    for (const sound of await input.getAudioTracks())
      if (!(await isPlayable(sound))) return 'unplayable'
    if (!(await isComplete(bunny, track))) return 'unreadable'
    return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  } catch {
    return 'unreadable' // The parser's error has no useful detail.
  } finally {
    input.dispose()
  }
}

/** The duration of a film or sound of this machine, in seconds; null if it cannot be read. */
export async function durationOf(path: string): Promise<number | null> {
  const { ALL_FORMATS, FilePathSource, Input } = await load()
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const seconds = await input.computeDuration()
    return seconds > 0 ? seconds : null
  } catch {
    return null // The parser's error has no useful detail.
  } finally {
    input.dispose()
  }
}

const isPlayable = async (track: InputAudioTrack) =>
  SOUND_CODECS.includes((await track.getCodec()) ?? '')

const isShown = async (track: InputVideoTrack) =>
  (await track.getCodec()) === FILM_CODEC &&
  !FOREIGN_PROFILE.test((await track.getCodecParameterString()) ?? '')

/** A discarded track that should have been kept; further tracks are discarded on purpose. */
const isLost = ({ reason }: DiscardedTrack) => reason !== 'discarded_by_user'

/** Whether the first and last packet of a track are readable, so that the file is not truncated. */
async function isComplete(
  { EncodedPacketSink }: Mediabunny,
  track: InputAudioTrack | InputVideoTrack,
): Promise<boolean> {
  const sink = new EncodedPacketSink(track)
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.MAX_SAFE_INTEGER)]
  return first !== null && first.byteLength > 0 && last !== null && last.byteLength > 0
}

/**
 * Remuxes an inspected sound or video to `path` in the format of its extension, without any metadata: place, time,
 * author, device, title, cover picture. Packets are copied. Returns the size in bytes; null if a track is truncated.
 */
export async function repack(media: Media, file: Arrived, path: string): Promise<number | null> {
  const bunny = await load()
  // Callers give the path the extension of an inspected file.
  const { read, write } = formatsOf(bunny)[extname(path).slice(1) as Extension]
  const folder = await mkdtemp(join(tmpdir(), 'room-repack-'))
  const written = join(folder, basename(path))
  const input = new bunny.Input({ formats: read, source: sourceOf(bunny, media, file) })
  try {
    const conversion = await bunny.Conversion.init({
      input,
      output: new bunny.Output({ format: write(), target: new bunny.FilePathTarget(written) }),
      tags: {},
      tracks: 'primary',
      // Copied, as the server has no encoder. The tolerance keeps sound and picture in sync for any start time.
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    })
    if (!conversion.isValid || conversion.discardedTracks.some(isLost)) return null
    await conversion.execute()
    const staged = pendingPath(basename(path))
    await media.append(staged, 0, createReadStream(written))
    await media.link(staged, path)
    await media.remove(staged)
    return (await stat(written)).size
  } catch (error) {
    if (error instanceof MediaDown) throw error
    return null // The parser's error has no useful detail.
  } finally {
    input.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}
