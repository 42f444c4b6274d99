import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The size that a disk writes atomically. */
const SECTOR = 4_096
const HEAD = 24

type Change = { at: number; bytes: Buffer } | { size: number }
interface File {
  /** Synced content. */
  synced: Bytes
  /** Unsynced changes. */
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

/** All files in the folder, except those that SQLite recreates at each start. */
export function readDisk(folder: string): Disk {
  const disk: Disk = new Map()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.endsWith('-shm')) disk.set(path, readFileSync(path))
  }
  return disk
}

/**
 * Rewrites the folder to a possible state after a power cut: synced data is kept; each unsynced sector is written or
 * lost; created, renamed and deleted names are applied up to a random point, in order. A name is durable once its
 * folder or file was synced. `chance` returns a number between 0 and 1.
 */
export function cutPower(folder: string, before: Disk, journal: string, chance: () => number) {
  const names = new Map<string, File>()
  for (const [path, bytes] of before) names.set(path, { synced: new Bytes(bytes), pending: [] })
  const safe = new Map(names)
  let doubtful: { note: Renaming; file: File | undefined }[] = []

  for (const note of notesOf(journal)) {
    const file = names.get(note.path)
    if (note.what === 'w') file?.pending.push({ at: note.offset, bytes: note.bytes })
    else if (note.what === 't') file?.pending.push({ size: note.offset })
    else if (note.what === 's') {
      if (file) {
        for (const change of file.pending) apply(file.synced, change)
        file.pending = []
      }
      const isSafe = ({ note: { path, other } }: (typeof doubtful)[number]) =>
        [path, other].some((name) => name === note.path || dirname(name) === note.path)
      for (const one of doubtful.filter(isSafe)) rename(safe, one.note, one.file)
      doubtful = doubtful.filter((one) => !isSafe(one))
    } else {
      const target = note.what === 'c' ? { synced: new Bytes(Buffer.alloc(0)), pending: [] } : file
      rename(names, note, target)
      doubtful.push({ note, file: target })
    }
  }
  const through = Math.floor(chance() * (doubtful.length + 1))
  for (const { note, file } of doubtful.slice(0, through)) rename(safe, note, file)

  rmSync(folder, { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const [path, file] of safe) {
    for (const change of file.pending) apply(file.synced, change, chance)
    file.pending = [] // Two hard links have the same content.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.synced.all(), { mode: 0o600 })
  }
}

function rename(names: Map<string, File>, { what, path, other }: Renaming, file?: File) {
  if (what === 'u') names.delete(path)
  if (what === 'r') names.delete(path)
  if (what === 'r' && !file) renameFolder(names, path, other)
  if (!file) return
  if (what === 'c') names.set(path, file)
  if (what === 'r' || what === 'l') names.set(other, file)
}

function renameFolder(names: Map<string, File>, path: string, other: string) {
  for (const [name, file] of [...names]) {
    if (!name.startsWith(`${path}/`)) continue
    names.delete(name)
    names.set(other + name.slice(path.length), file)
  }
}

function apply(bytes: Bytes, change: Change, chance = () => 1) {
  if ('size' in change) {
    if (chance() >= 0.5) bytes.resize(change.size)
    return
  }
  const { at, bytes: more } = change
  for (let from = 0; from < more.length; ) {
    const to = Math.min(more.length, from + SECTOR - ((at + from) % SECTOR))
    if (chance() >= 0.5) bytes.write(at + from, more.subarray(from, to))
    from = to
  }
}

/** A file's content, changed in place: copying it for each sector would dominate the runtime. */
class Bytes {
  #held: Buffer
  #size: number
  #isOurs = false

  constructor(bytes: Buffer) {
    this.#held = bytes
    this.#size = bytes.length
  }

  all = () => this.#held.subarray(0, this.#size)

  write(at: number, bytes: Buffer) {
    this.resize(Math.max(this.#size, at + bytes.length))
    bytes.copy(this.#held, at)
  }

  /** The gap is filled with zeros. */
  resize(size: number) {
    if (!this.#isOurs || size > this.#held.length) {
      const roomier = Buffer.alloc(Math.max(size, 2 * this.#held.length))
      this.#held.copy(roomier, 0, 0, this.#size)
      this.#held = roomier
      this.#isOurs = true
    }
    if (size < this.#size) this.#held.fill(0, size, this.#size)
    this.#size = size
  }
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
    if (end > all.length) return // The process died while writing this journal entry.
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
