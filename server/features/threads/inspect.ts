import type { Arrived } from '#contract/form.schema.ts'
import type { Media } from '#server/ports/media.ts'

export interface Sound {
  extension: string
}
export interface Film {
  width: number
  height: number
}

/** Loaded with the first sound or film. */
const load = () => import('mediabunny')
type Bunny = Awaited<ReturnType<typeof load>>

/** Of a file it reads what it needs, and nothing of the rest. */
const sourceOf = ({ CustomSource }: Bunny, media: Media, { path, size }: Arrived) =>
  new CustomSource({
    getSize: () => size,
    read: (start, end) => media.part(path, start, end),
    maxCacheSize: 4_000_000,
  })

/** What a track holds can be read from its beginning to its end: none of it was cut off. */
async function isWhole({ EncodedPacketSink }: Bunny, track: PacketTrack): Promise<boolean> {
  const sink = new EncodedPacketSink(track)
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.MAX_SAFE_INTEGER)]
  return first !== null && first.byteLength > 0 && last !== null && last.byteLength > 0
}
type PacketTrack = ConstructorParameters<Bunny['EncodedPacketSink']>[0]

/** A sound by what is in it, whatever it calls itself; null where it is none. */
export async function inspectSound(media: Media, file: Arrived): Promise<Sound | null> {
  const bunny = await load()
  const kinds = [
    [bunny.MP3, 'mp3'],
    [bunny.MP4, 'm4a'],
    [bunny.WAVE, 'wav'],
    [bunny.OGG, 'ogg'],
    [bunny.ADTS, 'aac'],
    [bunny.FLAC, 'flac'],
  ] as const
  const input = new bunny.Input({
    formats: kinds.map(([format]) => format),
    source: sourceOf(bunny, media, file),
  })
  try {
    const format = await input.getFormat()
    const track = await input.getPrimaryAudioTrack()
    const isFilm = (await input.getPrimaryVideoTrack()) !== null
    if (!track || !(await track.getCodec()) || isFilm || !(await isWhole(bunny, track))) return null
    return { extension: kinds.find(([kind]) => kind === format)![1] }
  } catch {
    return null // not what it should be: the parser says how, and nobody asked
  } finally {
    input.dispose()
  }
}

/** A film that browsers can show, in MP4; null where it is none. */
export async function inspectFilm(media: Media, file: Arrived): Promise<Film | null> {
  const bunny = await load()
  const input = new bunny.Input({ formats: [bunny.MP4], source: sourceOf(bunny, media, file) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.getCodec()) || !(await isWhole(bunny, track))) return null
    return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  } catch {
    return null // as above
  } finally {
    input.dispose()
  }
}
