import { appendFile, mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { ladderLine, ladderReader, type Tracks } from '#server/ports/ladder.ts'
import {
  BROADCAST_ID,
  endOf,
  indexLine,
  indexReader,
  RENDITION_LATE,
  type Recording,
  type Recordings,
  recordingReader,
  renditionFiles,
  SEGMENT_FILE,
  type Segment,
} from '#server/ports/recordings.ts'
import { mkdirDurable } from '#server/process/durable-files.ts'
import { PART, writeFileDurably } from './durable-write.ts'

const INDEX = 'index'
/** Renditions below the source: a file of its own, which a release without them does not read. */
const LADDER = 'ladder'
/** Number of cached indexes, least recently used dropped first. */
const MAX_KNOWN = 200

/** The parts of an index and of a ladder that have been read. */
interface CachedIndex {
  offset: number
  ladderOffset: number
  read: ReturnType<typeof recordingReader>
  reading: Promise<Recording> | null
}

const folderOf = (root: string, broadcastId: string) => {
  if (!BROADCAST_ID.test(broadcastId)) throw new Error('invalid id of a recording')
  return join(root, broadcastId)
}

/** Recordings in a folder: one subfolder each, with an append-only index. */
export function diskRecordings(root: string): Recordings {
  const known = new Map<string, CachedIndex>()

  function knownOf(broadcastId: string): CachedIndex {
    const cached = known.get(broadcastId)
    if (cached) return cached
    const fresh = { offset: 0, ladderOffset: 0, read: recordingReader(), reading: null }
    known.set(broadcastId, fresh)
    dropOldest(known, MAX_KNOWN)
    return fresh
  }

  /**
   * Reads only the lines that were appended since the last call; the index first, so that no rendition is missing
   * that was written before a segment that is seen.
   */
  async function catchUp(broadcastId: string, recording: CachedIndex): Promise<Recording> {
    const folder = folderOf(root, broadcastId)
    const text = await tail(join(folder, INDEX), recording.offset)
    const ladder = await tail(join(folder, LADDER), recording.ladderOffset)
    recording.offset += text.length
    recording.ladderOffset += ladder.length
    return recording.read(text, ladder)
  }

  return {
    async read(broadcastId) {
      const recording = knownOf(broadcastId)
      recording.reading ??= catchUp(broadcastId, recording).finally(() => {
        recording.reading = null
      })
      return recording.reading
    },
    async file(broadcastId, name) {
      if (!SEGMENT_FILE.test(name)) return null
      return readFile(join(folderOf(root, broadcastId), name)).catch(nullIfMissing)
    },
    async remove(broadcastId) {
      known.delete(broadcastId)
      await rm(folderOf(root, broadcastId), { recursive: true, force: true })
    },
    async free() {
      await mkdir(root, { recursive: true })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

/** Reads from an offset; latin1 keeps bytes and characters equal, since our lines are ASCII. */
async function tail(path: string, offset: number): Promise<string> {
  const file = await open(path).catch(nullIfMissing)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    if (size <= offset) return ''
    const bytes = Buffer.alloc(size - offset)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    return bytes.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function nullIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Opens a recording for writing, or creates it. A recording has one writer. */
export async function createRecorder(root: string, broadcastId: string): Promise<Recorder> {
  const folder = folderOf(root, broadcastId)
  // Group-readable, for a proxy that serves the segments.
  await mkdirDurable(folder, 0o750)
  await clearHalf(folder)
  const index = await startLine(join(folder, INDEX))
  return new Recorder(folder, index, await startLine(join(folder, LADDER)))
}

export class Recorder {
  readonly #folder: string
  readonly #index: string
  readonly #ladder: string
  #segments: Segment[]
  /** Does not step back when segments are deleted. */
  #end: number
  /** Of the next segment. */
  #sequence: number
  #run: number
  /** Number of the next segment within its run. */
  #segment = 0
  readonly #heights: Set<number>

  /** `index`, `ladder`: the texts of the files so far. */
  constructor(folder: string, index: string, ladder: string) {
    this.#folder = folder
    this.#index = join(folder, INDEX)
    this.#ladder = join(folder, LADDER)
    const reader = indexReader()
    this.#segments = [...reader.feed(index).segments]
    this.#end = endOf(this.#segments)
    this.#sequence = reader.next()
    this.#run = lastRun(index)
    this.#heights = new Set(ladderReader().feed(ladder).rungs.keys())
  }

  /** The instant before which no further segment may be dated; 0 without any segment. */
  get end(): number {
    return this.#end
  }

  /** Starts a run. */
  async begin(init: Uint8Array) {
    this.#run++
    this.#segment = 0
    await writeFileDurably(join(this.#folder, `${this.#run}.mp4`), init)
    await appendFile(this.#index, indexLine({ run: this.#run, init: `${this.#run}.mp4` }))
  }

  /** `at`: milliseconds since 1970. The segment is durable before the index names it. */
  async add(bytes: Uint8Array, at: number, seconds: number): Promise<Segment> {
    const run = this.#run
    const file = `${run}-${this.#segment++}.m4s`
    await writeFileDurably(join(this.#folder, file), bytes)
    await appendFile(this.#index, indexLine({ file, at, seconds, bytes: bytes.length }))
    const sequence = this.#sequence++
    const added = { sequence, run, init: `${run}.mp4`, file, at, seconds, bytes: bytes.length }
    this.#segments.push(added)
    this.#end = Math.max(this.#end, endOf([added]))
    return added
  }

  /** Names the renditions that are planned for the next segments, and their source. */
  async plan(source: Tracks, rungs: [height: number, tracks: Tracks][]) {
    for (const [height] of rungs) this.#heights.add(height)
    await appendFile(this.#ladder, ladderLine({ source, rungs }))
  }

  /**
   * Adds a rendition of a segment: nothing, if that is deleted or played without it already. `init`: with the first one
   * of an encoder, whose file the next ones name.
   */
  async render({ of, height, init, bytes, ...facts }: NewRendition): Promise<void> {
    const file = renditionFiles(of.file, height).file
    if (init.bytes) await writeFileDurably(join(this.#folder, init.file), init.bytes)
    await writeFileDurably(join(this.#folder, file), bytes)
    const line = { of: of.sequence, height, init: init.file, file, bytes: bytes.length }
    // Too late one segment before players give up: the two indexes are not read at the same instant.
    const isLate = this.#sequence - of.sequence >= RENDITION_LATE
    if (isLate || this.#segments.lastIndexOf(of) < 0)
      await rm(join(this.#folder, file), { force: true })
    else await appendFile(this.#ladder, ladderLine({ ...line, seconds: of.seconds, ...facts }))
  }

  /** Deletes the segments between `from` and this instant, which are never played again, to free disk space. */
  async trim(before: number, from = 0) {
    const old = this.#segments.filter(({ at }) => at >= from && at < before)
    const [oldest, newest] = [old.at(0), old.at(-1)]
    if (!oldest || !newest) return
    this.#segments = this.#segments.filter(({ at }) => at < from || at >= before)
    await appendFile(this.#index, indexLine({ gone: [oldest.sequence, newest.sequence] }))
    const renditionsOf = (file: string) =>
      [...this.#heights].map((height) => renditionFiles(file, height).file)
    for (const { file } of old)
      for (const name of [file, ...renditionsOf(file)])
        await rm(join(this.#folder, name), { force: true })
  }
}

export interface NewRendition {
  of: Segment
  height: number
  init: { file: string; bytes: Uint8Array | null }
  bytes: Uint8Array
  frames: number
  codecs: string
}

/** The text of an index; a power cut may have left an incomplete line: a new one is started. */
async function startLine(path: string): Promise<string> {
  const text = (await readFile(path, 'latin1').catch(nullIfMissing)) ?? ''
  if (text === '' || text.endsWith('\n')) return text
  await appendFile(path, '\n')
  return `${text}\n`
}

/** Removes the partial files of a process that crashed. */
async function clearHalf(folder: string) {
  for (const name of await readdir(folder))
    if (PART.test(name)) await rm(join(folder, name), { force: true })
}

/** Number of the last run: names of deleted runs are not reused. */
const lastRun = (index: string) =>
  Math.max(0, ...[...index.matchAll(/"run":(\d+)/g)].map(([, run]) => Number(run)))
