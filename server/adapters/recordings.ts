import { appendFile, mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import {
  BROADCAST_ID,
  indexLine,
  indexReader,
  type Recording,
  type Recordings,
  SEGMENT_FILE,
} from '#server/ports/recordings.ts'
import { mkdirDurable } from '#server/process/durable-files.ts'
import { PART, writeFileDurably } from './durable-write.ts'

const INDEX = 'index'
/** Number of cached indexes, least recently used dropped first. */
const MAX_KNOWN = 200

/** The part of an index that has been read. */
interface CachedIndex {
  offset: number
  reader: ReturnType<typeof indexReader>
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
    const found = known.get(broadcastId)
    if (found) return found
    const fresh = { offset: 0, reader: indexReader(), reading: null }
    known.set(broadcastId, fresh)
    dropOldest(known, MAX_KNOWN)
    return fresh
  }

  /** Reads only the lines that were appended since the last call. */
  async function catchUp(broadcastId: string, recording: CachedIndex): Promise<Recording> {
    const text = await tail(join(folderOf(root, broadcastId), INDEX), recording.offset)
    recording.offset += Buffer.byteLength(text)
    return recording.reader.feed(text)
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
export async function createRecorder(root: string, broadcastId: string) {
  const folder = folderOf(root, broadcastId)
  // Group-readable, for a proxy that serves the segments.
  await mkdirDurable(folder, 0o750)
  await clearHalf(folder)
  const index = join(folder, INDEX)
  const before = await readFile(index, 'latin1').catch(nullIfMissing)
  const reader = indexReader()
  // A power cut may have left an incomplete line: start a new one.
  if (before && !before.endsWith('\n')) await appendFile(index, '\n')
  let segments = [...reader.feed(before ?? '').segments]
  let sequence = reader.next()
  let run = lastRun(before ?? '')
  let segment = 0

  return {
    /** Starts a run. */
    async begin(init: Uint8Array) {
      run++
      segment = 0
      await writeFileDurably(join(folder, `${run}.mp4`), init)
      await appendFile(index, indexLine({ run, init: `${run}.mp4` }))
    },
    /** `at`: milliseconds since 1970. The segment is durable before the index names it. */
    async add(bytes: Uint8Array, at: number, seconds: number) {
      const file = `${run}-${segment++}.m4s`
      await writeFileDurably(join(folder, file), bytes)
      await appendFile(index, indexLine({ file, at, seconds, bytes: bytes.length }))
      segments.push({
        sequence: sequence++,
        run,
        init: `${run}.mp4`,
        file,
        at,
        seconds,
        bytes: bytes.length,
      })
    },
    /** Deletes the segments between `from` and this instant, which are never played again, to free disk space. */
    async trim(before: number, from = 0) {
      const old = segments.filter(({ at }) => at >= from && at < before)
      const [oldest, newest] = [old.at(0), old.at(-1)]
      if (!oldest || !newest) return
      segments = segments.filter(({ at }) => at < from || at >= before)
      await appendFile(index, indexLine({ gone: [oldest.sequence, newest.sequence] }))
      for (const { file } of old) await rm(join(folder, file), { force: true })
    },
  }
}
/** Removes the partial files of a process that crashed. */
async function clearHalf(folder: string) {
  for (const name of await readdir(folder))
    if (PART.test(name)) await rm(join(folder, name), { force: true })
}

export type Recorder = Awaited<ReturnType<typeof createRecorder>>

/** Number of the last run: names of deleted runs are not reused. */
const lastRun = (index: string) =>
  Math.max(0, ...[...index.matchAll(/"run":(\d+)/g)].map(([, run]) => Number(run)))
