import { appendFile, mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BROADCAST_ID,
  indexLine,
  indexReader,
  type Recording,
  type Recordings,
  SEGMENT_FILE,
} from '#server/ports/recordings.ts'
import { mkdirDurable } from '#server/process/durable-files.ts'
import { PART, writeWhole } from './whole-file.ts'

const INDEX = 'index'
/** Recordings that nobody has asked for lately are forgotten, and read anew. */
const MAX_KNOWN = 200

/** The index of one recording as far as it was read. */
interface Known {
  offset: number
  reader: ReturnType<typeof indexReader>
  reading: Promise<Recording> | null
}

const folderOf = (root: string, broadcastId: string) => {
  if (!BROADCAST_ID.test(broadcastId)) throw new Error('no such recording can be')
  return join(root, broadcastId)
}

/** Recordings in a folder: a folder each, with an index that only ever grows. */
export function diskRecordings(root: string): Recordings {
  const known = new Map<string, Known>()

  function knownOf(broadcastId: string): Known {
    const found = known.get(broadcastId)
    if (found) return found
    const fresh = { offset: 0, reader: indexReader(), reading: null }
    known.set(broadcastId, fresh)
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!)
    return fresh
  }

  /** Reads what came since the last time, and no more. */
  async function catchUp(broadcastId: string, recording: Known): Promise<Recording> {
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

/** Whole characters only: our lines are ASCII, so every byte is one. */
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

/** Goes on with a recording, or begins one: the only one who writes to it. */
export async function openRecorder(root: string, broadcastId: string) {
  const folder = folderOf(root, broadcastId)
  // A proxy that serves the pieces may be let in by its group.
  await mkdirDurable(folder, 0o750)
  await clearHalf(folder)
  const index = join(folder, INDEX)
  const before = await readFile(index, 'latin1').catch(nullIfMissing)
  const reader = indexReader()
  // A power cut may have left half a line; what follows must begin its own.
  if (before && !before.endsWith('\n')) await appendFile(index, '\n')
  let kept = [...reader.feed(before ?? '').segments]
  let sequence = reader.next()
  let run = lastRun(before ?? '')
  let piece = 0

  return {
    /** A run of the encoder begins. */
    async begin(init: Uint8Array) {
      run++
      piece = 0
      await writeWhole(join(folder, `${run}.mp4`), init)
      await appendFile(index, indexLine({ run, init: `${run}.mp4` }))
    },
    /** `at` in milliseconds since 1970. The index names a piece only when it is there, also after a power cut. */
    async add(bytes: Uint8Array, at: number, seconds: number) {
      const file = `${run}-${piece++}.m4s`
      await writeWhole(join(folder, file), bytes)
      await appendFile(index, indexLine({ file, at, seconds, bytes: bytes.length }))
      kept.push({
        sequence: sequence++,
        run,
        init: `${run}.mp4`,
        file,
        at,
        seconds,
        bytes: bytes.length,
      })
    },
    /** Nobody will ever watch what is older than this instant, and not older than `from`: the disk gets it back. */
    async forget(before: number, from = 0) {
      const old = kept.filter(({ at }) => at >= from && at < before)
      if (old.length === 0) return
      kept = kept.filter(({ at }) => at < from || at >= before)
      await appendFile(index, indexLine({ gone: [old[0]!.sequence, old.at(-1)!.sequence] }))
      for (const { file } of old) await rm(join(folder, file), { force: true })
    },
  }
}
/** Of a process that died over it. */
async function clearHalf(folder: string) {
  for (const name of await readdir(folder))
    if (PART.test(name)) await rm(join(folder, name), { force: true })
}

export type Recorder = Awaited<ReturnType<typeof openRecorder>>

/** Runs whose pieces are all gone have had their names too. */
const lastRun = (index: string) =>
  Math.max(0, ...[...index.matchAll(/"run":(\d+)/g)].map(([, run]) => Number(run)))
