import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a disk writes whole or not at all. */
const SECTOR = 4_096
const HEAD = 24

type Change = { at: number; bytes: Buffer } | { size: number }
interface File {
  /** What is certainly on the disk. */
  kept: Buffer
  /** What may be. */
  pending: Change[]
}
interface Renaming {
  what: string
  path: string
  other: string
}
interface Note extends Renaming {
  offset: number
  bytes: Buffer
}
export type Disk = Map<string, Buffer>

/** Every file below the folder; what SQLite builds anew at each start is left out. */
export function readDisk(folder: string): Disk {
  const disk: Disk = new Map()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.endsWith('-shm')) disk.set(path, readFileSync(path))
  }
  return disk
}

/**
 * Leaves the folder as a power cut may: what was synced is there; of what was only written each sector is there or not,
 * and of new, changed and deleted names as many as came through, in their order. A name is safe once its folder or its
 * file was synced. `chance` is between 0 and 1.
 */
export function cutPower(folder: string, before: Disk, journal: string, chance: () => number) {
  const names = new Map<string, File>()
  for (const [path, kept] of before) names.set(path, { kept, pending: [] })
  const safe = new Map(names)
  let doubtful: { note: Renaming; file: File | undefined }[] = []

  for (const note of notesOf(journal)) {
    const file = names.get(note.path)
    if (note.what === 'w') file?.pending.push({ at: note.offset, bytes: note.bytes })
    else if (note.what === 't') file?.pending.push({ size: note.offset })
    else if (note.what === 's') {
      if (file) {
        for (const change of file.pending) file.kept = changed(file.kept, change)
        file.pending = []
      }
      const isSafe = ({ note: { path, other } }: (typeof doubtful)[number]) =>
        [path, other].some((name) => name === note.path || dirname(name) === note.path)
      for (const one of doubtful.filter(isSafe)) rename(safe, one.note, one.file)
      doubtful = doubtful.filter((one) => !isSafe(one))
    } else {
      const its = note.what === 'c' ? { kept: Buffer.alloc(0), pending: [] } : file
      rename(names, note, its)
      doubtful.push({ note, file: its })
    }
  }
  const through = Math.floor(chance() * (doubtful.length + 1))
  for (const { note, file } of doubtful.slice(0, through)) rename(safe, note, file)

  rmSync(folder, { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const [path, file] of safe) {
    let bytes = file.kept
    for (const change of file.pending) bytes = changed(bytes, change, chance)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes, { mode: 0o600 })
  }
}

function rename(names: Map<string, File>, { what, path, other }: Renaming, file?: File) {
  if (what === 'u') names.delete(path)
  if (what === 'r') names.delete(path)
  if (!file) return
  if (what === 'c') names.set(path, file)
  if (what === 'r' || what === 'l') names.set(other, file)
}

function changed(bytes: Buffer, change: Change, chance = () => 1): Buffer {
  if ('size' in change) {
    if (chance() < 0.5) return bytes
    const cut = Buffer.alloc(change.size)
    bytes.copy(cut)
    return cut
  }
  const { at, bytes: more } = change
  let result = bytes
  for (let from = 0; from < more.length; ) {
    const to = Math.min(more.length, from + SECTOR - ((at + from) % SECTOR))
    if (chance() >= 0.5) {
      const size = Math.max(result.length, at + to)
      const grown = result.length === size ? Buffer.from(result) : Buffer.alloc(size)
      if (grown.length !== result.length) result.copy(grown)
      more.copy(grown, at + from, from, to)
      result = grown
    }
    from = to
  }
  return result
}

function* notesOf(journal: string): Generator<Note> {
  const all = readFileSync(journal)
  for (let at = 0; at + HEAD <= all.length; ) {
    const what = String.fromCharCode(all[at]!)
    const [pathSize, otherSize] = [all.readUInt16LE(at + 2), all.readUInt16LE(at + 4)]
    const offset = Number(all.readBigUInt64LE(at + 8))
    const size = Number(all.readBigUInt64LE(at + 16))
    const rest = at + HEAD
    const [toPath, toOther] = [rest + pathSize, rest + pathSize + otherSize]
    const end = toOther + size
    if (end > all.length) return // it died while it noted this
    yield {
      what,
      path: all.toString('utf8', rest, toPath),
      other: all.toString('utf8', toPath, toOther),
      offset,
      bytes: all.subarray(toOther, end),
    }
    at = end
  }
}
