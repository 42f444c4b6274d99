/** A piece of a stream that is kept: two seconds or so that can be played by themselves. */
export interface Segment {
  /** Counted over the whole recording, so that a piece keeps its number whatever is taken away before it. */
  sequence: number
  /** Which run of the encoder it belongs to; where it changes, clocks and codecs may. */
  run: number
  /** What players need before the first piece of a run. */
  init: string
  file: string
  /** Milliseconds since 1970. */
  at: number
  seconds: number
  bytes: number
}

/** The pieces of one broadcast, oldest first. */
export interface Recording {
  segments: Segment[]
  /** What they take of the disk. */
  bytes: number
  /** Seconds of the longest piece that it ever had. */
  longest: number
}

/** Where streams are kept while they run and after: the ingest process writes, the API reads. */
export interface Recordings {
  /** What is there by now; empty where nothing is. `broadcastId` is one of ours. */
  read: (broadcastId: string) => Promise<Recording>
  /** Null where there is no such file; a name that is none of ours has none. */
  file: (broadcastId: string, name: string) => Promise<Buffer | null>
  remove: (broadcastId: string) => Promise<void>
  /** Bytes that the disk still takes. */
  free: () => Promise<number>
}

export const SEGMENT_FILE = /^\d{1,9}(?:-\d{1,9})?\.(?:mp4|m4s)$/
export const BROADCAST_ID = /^[\w-]{1,64}$/

/**
 * One line of a recording's index: a run begins, a piece was written, or pieces are gone: all before a number, or those
 * from one number to another.
 */
type Line =
  | { run: number; init: string }
  | { file: string; at: number; seconds: number; bytes: number }
  | { from: number }
  | { gone: [number, number] }

export const indexLine = (line: Line) => `${JSON.stringify(line)}\n`

/** Reads an index as it grows: give it each new part of the text, it keeps what the lines so far amount to. */
export function indexReader() {
  let [rest, run, init, sequence] = ['', 0, '', 0]
  let segments: Segment[] = []
  let [bytes, longest] = [0, 0]

  function take(line: Line) {
    if ('init' in line) ({ run, init } = line)
    else if ('from' in line) keep((known) => known.sequence >= line.from)
    else if ('gone' in line) {
      const [first, last] = line.gone
      keep((known) => known.sequence < first || known.sequence > last)
    } else {
      segments.push({ ...line, sequence: sequence++, run, init })
      bytes += line.bytes
      longest = Math.max(longest, line.seconds)
    }
  }
  function keep(wanted: (segment: Segment) => boolean) {
    segments = segments.filter(wanted)
    bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }
  return {
    feed(text: string): Recording {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const parsed = parse(line)
        if (parsed) take(parsed)
      }
      return { segments, bytes, longest }
    },
    /** The number of the piece that comes next. */
    next: () => sequence,
  }
}

/** A line that a power cut left half is none. */
function parse(text: string): Line | null {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}

/** For tests: pieces as they are said to be, without a disk. */
export function memoryRecordings() {
  const readers = new Map<string, ReturnType<typeof indexReader>>()
  const files = new Map<string, Buffer>()
  let bytesFree = Number.MAX_SAFE_INTEGER
  const feed = (id: string, text: string) => {
    const reader = readers.get(id) ?? indexReader()
    readers.set(id, reader)
    return reader.feed(text)
  }
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
    /** As the ingest process does: a run of two-second pieces from an instant on. */
    record(id: string, from: Date, pieces: number, run = 1, bytes = 10, seconds = 2) {
      const init = `${run}.mp4`
      const had = feed(id, '').segments.filter((known) => known.run === run).length
      feed(id, indexLine({ run, init }))
      files.set(`${id}/${init}`, Buffer.from(`${id} ${init}`))
      for (let n = 0; n < pieces; n++) {
        const file = `${run}-${had + n}.m4s`
        files.set(`${id}/${file}`, Buffer.from(`${id} ${file}`))
        feed(id, indexLine({ file, at: from.getTime() + n * 2_000, seconds, bytes }))
      }
    },
  }
}
