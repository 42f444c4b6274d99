import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { DiscardedTrack, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { Arrived } from '#contract/form.schema.ts'
import { FOREIGN_PROFILE } from '#contract/profiles.ts'
import { arrivingAt, type Media, MediaDown } from '#server/ports/media.ts'

/** Why a file is not taken: it cannot be read, or some browsers cannot play what is in it. */
export type Unfit = 'unreadable' | 'unplayable'

export interface Sound {
  extension: string
}
/** Width and height in pixels, as shown: after the rotation that the file asks for. */
export interface Film {
  width: number
  height: number
}

/** Loaded with the first sound or film. */
const load = () => import('mediabunny')
type Mediabunny = Awaited<ReturnType<typeof load>>

/** Codecs that all browsers of the last years play, by mediabunny's names. */
const FILM_CODEC = 'avc'
const SOUND_CODECS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-u8', 'pcm-s16', 'pcm-s24']

/** What a file of each extension is read and written as. */
const formatsOf = (bunny: Mediabunny) => ({
  mp3: { read: [bunny.MP3], write: () => new bunny.Mp3OutputFormat() },
  m4a: { read: [bunny.MP4], write: () => new bunny.Mp4OutputFormat({ fastStart: false }) },
  wav: { read: [bunny.WAVE], write: () => new bunny.WavOutputFormat() },
  ogg: { read: [bunny.OGG], write: () => new bunny.OggOutputFormat() },
  aac: { read: [bunny.ADTS], write: () => new bunny.AdtsOutputFormat() },
  flac: { read: [bunny.FLAC], write: () => new bunny.FlacOutputFormat() },
  // Phones of one maker write QuickTime, which holds the same tracks.
  mp4: {
    read: [bunny.MP4, bunny.QTFF],
    write: () => new bunny.Mp4OutputFormat({ fastStart: false }),
  },
})
type Extension = keyof ReturnType<typeof formatsOf>
const SOUND_EXTENSIONS = ['mp3', 'm4a', 'wav', 'ogg', 'aac', 'flac'] as const

/** The parts of a file that are asked for are read, and not the whole of it. */
const sourceOf = ({ CustomSource }: Mediabunny, media: Media, { path, size }: Arrived) =>
  new CustomSource({
    getSize: () => size,
    read: (start, end) => media.part(path, start, end),
    maxCacheSize: 4_000_000,
  })

/** Reads a sound by what is in it, whatever it calls itself. */
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
    return 'unreadable' // The parser says where it stopped, which helps nobody.
  } finally {
    input.dispose()
  }
}

/** Reads a film in MP4 or QuickTime. */
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
    return 'unreadable' // As above.
  } finally {
    input.dispose()
  }
}

const isPlayable = async (track: InputAudioTrack) =>
  SOUND_CODECS.includes((await track.getCodec()) ?? '')

const isShown = async (track: InputVideoTrack) =>
  (await track.getCodec()) === FILM_CODEC &&
  !FOREIGN_PROFILE.test((await track.getCodecParameterString()) ?? '')

/** A track that is left out though it should not be; those beside the first picture and sound are not wanted. */
const isLost = ({ reason }: DiscardedTrack) => reason !== 'discarded_by_user'

/** Whether the first and the last packet of a track can be read: nothing of it was cut off. */
async function isComplete(
  { EncodedPacketSink }: Mediabunny,
  track: InputAudioTrack | InputVideoTrack,
): Promise<boolean> {
  const sink = new EncodedPacketSink(track)
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.MAX_SAFE_INTEGER)]
  return first !== null && first.byteLength > 0 && last !== null && last.byteLength > 0
}

/**
 * Writes the tracks of an inspected sound or film to `path`, in the format of its extension, and nothing else of the file:
 * not where, when, by whom or with what it was recorded, no title, no cover picture. Its packets are copied as they are.
 * Returns the size in bytes; null where a track cannot be read to its end.
 */
export async function repack(media: Media, file: Arrived, path: string): Promise<number | null> {
  const bunny = await load()
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
      // A server has no encoder to fall back to. Sound and picture stay in step, wherever the file lets them begin.
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    })
    if (!conversion.isValid || conversion.discardedTracks.some(isLost)) return null
    await conversion.execute()
    const staged = arrivingAt(basename(path))
    await media.append(staged, 0, createReadStream(written))
    await media.link(staged, path)
    await media.remove(staged)
    return (await stat(written)).size
  } catch (error) {
    if (error instanceof MediaDown) throw error
    return null // As above.
  } finally {
    input.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}
