import * as z from 'zod'
import { parseJson } from '#contract/lib/parse-json.ts'
import { addToRate, type Ladder, ladderLine, ladderReader, type Tracks } from './ladder.ts'

/** A stored segment of a stream: about two seconds that can be decoded by themselves. */
export interface Segment {
  /** Counted over the whole recording: a segment keeps its number when earlier ones are deleted. */
  sequence: number
  /** Run of the encoder; timestamps and codecs may change between runs. */
  run: number
  /** Initialization segment of the run. */
  init: string
  file: string
  /** Milliseconds since 1970. */
  at: number
  seconds: number
  bytes: number
}

/**
 * The instant at which the latest of these segments ends; 0 without any. Not always the last one: runs of older
 * recordings overlap.
 */
export const endOf = (segments: readonly Segment[]): number =>
  segments.reduce((end, { at, seconds }) => Math.max(end, at + seconds * 1_000), 0)

/** The segments of a broadcast, oldest first. */
export interface Recording {
  segments: Segment[]
  /** Disk usage. */
  bytes: number
  /** Duration of its longest segment ever, in seconds. */
  longest: number
  /** Of the most expensive segment so far, in bit/s. */
  peak: number
  /** Renditions below the source. */
  ladder: Ladder
}

/** Store of streams, live and recorded: written by the ingest process, read by the API. */
export interface Recordings {
  /** The current state; empty if there is none. `broadcastId` must be one of ours. */
  read: (broadcastId: string) => Promise<Recording>
  /** Null if the file does not exist, or the name is not one of ours. */
  file: (broadcastId: string, name: string) => Promise<Buffer | null>
  remove: (broadcastId: string) => Promise<void>
  /** Free disk space in bytes. */
  free: () => Promise<number>
}

/** `1.mp4`, `1-5.m4s`, and of a rendition `1-5-360.mp4`, `1-5-360.m4s`. */
export const SEGMENT_FILE = /^\d{1,9}(?:-\d{1,9}){0,2}\.(?:mp4|m4s)$/
/** Names of a rendition of this segment's file. */
export const renditionFiles = (file: string, height: number) => {
  const stem = file.slice(0, file.lastIndexOf('.'))
  return { init: `${stem}-${height}.mp4`, file: `${stem}-${height}.m4s` }
}
/**
 * A rendition that is not there when its segment has this many successors never comes: playlists name another file in
 * its place.
 */
export const RENDITION_LATE = 4
export const BROADCAST_ID = /^[\w-]{1,64}$/

/**
 * A line of a recording's index: a run started, a segment was written, or segments were deleted: all before a number,
 * or a range of numbers.
 */
const Line = z.union([
  z.object({ file: z.string(), at: z.number(), seconds: z.number(), bytes: z.number() }),
  z.object({ run: z.number(), init: z.string() }),
  z.object({ from: z.number() }),
  z.object({ gone: z.tuple([z.number(), z.number()]) }),
])
type Line = z.output<typeof Line>

export const indexLine = (line: Line) => `${JSON.stringify(line)}\n`

/** Incremental parser of an index: takes appended text, and accumulates the recording. */
export function indexReader() {
  let [rest, run, init, sequence] = ['', 0, '', 0]
  let segments: Segment[] = []
  let [bytes, longest, peak] = [0, 0, 0]
  /** Names of the last run that was begun, and of the last one with a segment: a killed process leaves one without. */
  let [begun, named] = [0, 0]

  function take(line: Line) {
    if ('init' in line) [begun, init] = [line.run, line.init]
    else if ('from' in line) filterSegments((known) => known.sequence >= line.from)
    else if ('gone' in line) {
      const [first, last] = line.gone
      filterSegments((known) => known.sequence < first || known.sequence > last)
    } else {
      // Counted as players count them, by their discontinuities.
      if (begun !== named) run = named === 0 ? begun : run + 1
      named = begun
      segments.push({ ...line, sequence: sequence++, run, init })
      bytes += line.bytes
      longest = Math.max(longest, line.seconds)
      peak = addToRate({ peak, bytes: 0, seconds: 0, frames: 0 }, { ...line, frames: 0 }).peak
    }
  }
  function filterSegments(isKept: (segment: Segment) => boolean) {
    segments = segments.filter(isKept)
    bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }
  return {
    feed(text: string): Omit<Recording, 'ladder'> {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        // An incomplete line, left by a power cut, is ignored.
        const { data } = Line.safeParse(parseJson(line))
        if (data) take(data)
      }
      return { segments, bytes, longest, peak }
    },
    /** Number of the next segment. */
    next: () => sequence,
  }
}

/** Parser of a recording: of its index, and of its renditions. */
export function recordingReader() {
  const [index, ladder] = [indexReader(), ladderReader()]
  let known: Segment[] | null = null
  return (indexText: string, ladderText: string): Recording => {
    const recorded = index.feed(indexText)
    const { segments } = recorded
    const made = ladder.feed(ladderText)
    // Another array: segments were deleted, and their renditions with them.
    if (segments !== known) {
      const left = new Set(segments.map(({ sequence }) => sequence))
      if (made.renditions.size > 0) ladder.forget((sequence) => !left.has(sequence))
      known = segments
    }
    const renditions = ladder.feed('')
    return { ...recorded, bytes: recorded.bytes + renditions.bytes, ladder: renditions }
  }
}

/** Recordings for tests, without files. */
export function memoryRecordings() {
  const readers = new Map<string, ReturnType<typeof recordingReader>>()
  const files = new Map<string, Buffer>()
  let bytesFree = Number.MAX_SAFE_INTEGER
  const feed = (id: string, indexText: string, ladderText = '') => {
    const read = readers.get(id) ?? recordingReader()
    readers.set(id, read)
    return read(indexText, ladderText)
  }
  const write = (id: string, file: string) =>
    files.set(`${id}/${file}`, Buffer.from(`${id} ${file}`))
  const recordings: Recordings = {
    read: async (id) => feed(id, ''),
    file: async (id, name) => files.get(`${id}/${name}`) ?? null,
    async remove(id) {
      readers.delete(id)
      for (const name of files.keys()) if (name.startsWith(`${id}/`)) files.delete(name)
    },
    free: async () => bytesFree,
  }
  return {
    ...recordings,
    leave(bytes: number) {
      bytesFree = bytes
    },
    /** Adds a run of segments from an instant on, like the ingest process. */
    record(id: string, from: Date, count: number, run = 1, bytes = 10, seconds = 2) {
      const init = `${run}.mp4`
      const had = feed(id, '').segments.filter((known) => known.run === run).length
      feed(id, indexLine({ run, init }))
      write(id, init)
      for (let n = 0; n < count; n++) {
        const file = `${run}-${had + n}.m4s`
        write(id, file)
        feed(id, indexLine({ file, at: from.getTime() + n * 2_000, seconds, bytes }))
      }
    },
    /** Plans renditions below the source, like the ingest process. */
    plan: (id: string, source: Tracks, rungs: [height: number, tracks: Tracks][]) =>
      void feed(id, '', ladderLine({ source, rungs })),
    /** Adds the renditions of these segments in this height. */
    render(id: string, height: number, sequences: number[], bytes = 5) {
      for (const wanted of sequences) {
        const segment = feed(id, '').segments.find(({ sequence }) => sequence === wanted)
        if (!segment) continue
        const made = renditionFiles(segment.file, height)
        for (const file of Object.values(made)) write(id, file)
        const { seconds } = segment
        const codecs = feed(id, '').ladder.rungs.get(height)?.codecs ?? ''
        const line = { of: wanted, height, ...made, bytes, seconds, frames: 60, codecs }
        feed(id, '', ladderLine(line))
      }
    },
  }
}
