import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DiskMedia } from '#server/adapters/disk.ts'
import { createRecorder } from '#server/adapters/recordings.ts'
import { s3Media } from '#server/adapters/s3/media.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { type Media, MediaDown } from '#server/ports/media.ts'
import { loadSecrets } from '#server/process/secrets.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import { addRow } from '#server/testing/rows.ts'
import { envOf, type S3Server, startS3 } from '#server/testing/s3.ts'
import { restoreCommand } from './commands.ts'
import { BackupCopy } from './files.ts'

/** Larger than one request to a store. */
const FILM = Buffer.alloc(9_000_000, 'film ')
/** Uploads in progress. */
const ON_THEIR_WAY = new Map([
  ['arriving/much', FILM],
  ['arriving/little', Buffer.from('so far')],
])
const PICTURES = 24
/** Without a pause there would be thousands of uploads, which would dominate the test. */
const BETWEEN_UPLOADS_MS = 50

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server?.close())

type Database = 'sqlite' | 'postgres'

/** An empty data folder, database and bucket prefix; `prefix` null keeps files in the folder. */
async function place(database: Database, prefix: string | null) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'room-bucket-')), 'data')
  onTestFinished(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))
  const url = database === 'postgres' ? await createServed() : ''
  const store = prefix === null ? null : { ...server.config, prefix }
  return {
    dataDir,
    media: store ? s3Media(store) : new DiskMedia(join(dataDir, 'media')),
    env: { DATA_DIR: dataDir, DATABASE_URL: url, ...(store && envOf(store)) },
    open: () => (url ? openPostgres(url) : openSqlite(join(dataDir, 'room.sqlite'))),
  }
}
type Place = Awaited<ReturnType<typeof place>>

/** Fills a place with a thread of pictures and a video in the bucket, and a recording in its folder. */
async function live({ dataDir, media, open }: Place) {
  mkdirSync(dataDir)
  const engine = open()
  await migrate(engine)
  loadSecrets(dataDir)
  const { db } = engine
  await addRow(db, 'user', { id: 'aoi' })
  await addRow(db, 'room', { id: 'room', owner_id: 'aoi' })
  await addRow(db, 'thread', { id: 'night', room_id: 'room', author_id: 'aoi' })
  for (let position = 0; position < PICTURES; position++) {
    const path = `members/thread/${position}.png`
    await media.put(path, Buffer.from(`picture ${position}`))
    const sizes = { width: 1, height: 1, bytes: 9, small_path: null, thumbnail_path: null }
    await db
      .insertInto('thread_media')
      .values({ id: path, thread_id: 'night', kind: 'image', position, path, ...sizes })
      .execute()
  }
  await engine.close()
  const recorder = await createRecorder(join(dataDir, 'live'), 'evening')
  await recorder.begin(Buffer.from('init'))
  for (let n = 0; n < 3; n++) await recorder.add(Buffer.from(`piece ${n}`), n * 2_000, 2)
  await media.append('arriving/film', 0, Readable.from([FILM]))
  await media.link('arriving/film', 'public/film.mp4')
  await media.remove('arriving/film')
  for (const [path, bytes] of ON_THEIR_WAY) await media.append(path, 0, Readable.from([bytes]))
}

/** As a program, which writes while this process uploads. */
const backUp = (shelf: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), shelf], {
    env: { ...PROGRAM_ENV, ...env },
  })
/** In this process; returns what it complains about. */
async function restore(backup: string, env: Record<string, string>) {
  let complaint = ''
  const error = (line: string) => {
    complaint += line
  }
  const code = await restoreCommand([backup], env, { log: () => {}, error })
  expect(code).toBe(complaint === '' ? 0 : 1)
  return complaint
}

async function bytesOf(media: Media) {
  const files = new Map<string, Buffer>()
  for await (const { of: path } of media.list('')) {
    const size = (await media.size(path))!
    files.set(path, Buffer.from(await media.part(path, 0, size)))
  }
  return files
}

const both = databaseNames.includes('postgres')
const sources = databaseNames.filter((from) => isFull || from === 'sqlite')
const ways = sources.flatMap((from) => [
  { from, to: (from === 'sqlite' && both ? 'postgres' : 'sqlite') as Database, was: 'a bucket' },
  // The move from one machine to several, as running.md describes it.
  ...(isFull && from === 'sqlite' && both
    ? [{ from, to: 'postgres' as Database, was: 'a folder' }]
    : []),
])

describe.each(ways)('backup of media in $was with $from', ({ from, to, was }) => {
  it(`restores into an empty bucket with ${to}, including uploads made during the backup`, {
    tags: 'full',
  }, async () => {
    const old = await place(from, was === 'a bucket' ? `${from}-old/` : null)
    await live(old)
    const fresh = await place(to, `${from}-from-${was.at(-1)}/`)
    const before = await bytesOf(old.media)
    expect(before.size).toBe(PICTURES + 1 + ON_THEIR_WAY.size)

    const shelf = mkdtempSync(join(tmpdir(), 'room-shelf-'))
    onTestFinished(() => rmSync(shelf, { recursive: true }))
    let running = true
    let arrived = 0
    async function upload() {
      while (running) {
        await old.media.put(`public/late-${arrived++}.webp`, Buffer.from('late'))
        await setTimeout(BETWEEN_UPLOADS_MS)
      }
    }
    const uploading = upload()
    const { stderr } = await backUp(shelf, old.env).finally(() => {
      running = false
    })
    await uploading
    expect(stderr).toBe('')
    expect(arrived).toBeGreaterThan(1)
    const backup = join(shelf, readdirSync(shelf)[0]!)

    const full = await place(to, `${from}-full-${was.at(-1)}/`)
    await full.media.put('public/mine.webp', Buffer.from('mine'))
    expect(await restore(backup, full.env)).toContain('The store of media is not empty')
    expect([...(await bytesOf(full.media)).keys()]).toEqual(['public/mine.webp'])
    expect(await restore(backup, fresh.env)).toBe('')
    const after = await bytesOf(fresh.media)
    for (const [path, bytes] of before) expect(after.get(path)?.equals(bytes), path).toBe(true)
    const pending = [...after.keys()].filter((path) => /restored-|arriving/.test(path))
    expect(pending.sort()).toEqual([...ON_THEIR_WAY.keys()].sort())
    for (const [path, bytes] of ON_THEIR_WAY) {
      await fresh.media.append(path, bytes.length, Readable.from([Buffer.from(' and on')]))
      expect(await fresh.media.size(path), 'it goes on from where it was').toBe(bytes.length + 7)
      await fresh.media.remove(path)
    }
    for await (const { path } of fresh.media.list('arriving/'))
      expect(path, 'nothing of it stays').toBe('')
    const chunk = (at: Place) => readFileSync(join(at.dataDir, 'live/evening/1-0.m4s'))
    expect(chunk(fresh)).toEqual(chunk(old))
    expect(readdirSync(fresh.dataDir), 'files are in the bucket alone').not.toContain('media')

    const [original, restored] = [old.open(), fresh.open()]
    onTestFinished(() => Promise.all([original.close(), restored.close()]).then(() => undefined))
    const paths = ({ read }: typeof original) =>
      read.selectFrom('thread_media').select('path').orderBy('path').execute()
    expect(await paths(restored)).toEqual(await paths(original))
  })
})

describe('upload that is deleted while the backup reads it', () => {
  /** Backs up three chunks from a bucket; calls `happens` before the store reports a missing chunk. */
  async function readWhile(happens: (media: Media) => Promise<unknown>) {
    const media = s3Media({ ...server.config, prefix: `${randomUUID()}/` }, { chunkBytes: 1_000 })
    await media.append('arriving/film', 0, Readable.from([Buffer.alloc(3_000)]))
    const part = async () => {
      await happens(media)
      throw new MediaDown('a piece is gone')
    }
    const backup = mkdtempSync(join(tmpdir(), 'room-shelf-'))
    onTestFinished(() => rmSync(backup, { recursive: true }))
    const files = new BackupCopy({ stores: { media: { ...media, part } }, backup, before: null })
    await files.pass(true)
    return [...files.taken().keys()]
  }

  it('is left out, also if only its first chunk is deleted yet', async () => {
    const first = async (media: Media) => {
      const [chunk] = await Array.fromAsync(media.list('arriving/'))
      await media.remove(chunk!.path)
    }
    expect(await readWhile(first)).toEqual([])
    expect(await readWhile((media) => media.remove('arriving/film'))).toEqual([])
  })

  it('fails the backup if all chunks still exist, since then the store is at fault', async () => {
    await expect(readWhile(async () => {})).rejects.toThrow('a piece is gone')
  })
})
