import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { diskMedia } from '#server/adapters/disk.ts'
import { openRecorder } from '#server/adapters/recordings.ts'
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
import { envOf, openS3, type S3Server } from '#server/testing/s3.ts'
import { copier } from './files.ts'

/** Larger than what a store takes in one piece. */
const FILM = Buffer.alloc(9_000_000, 'film ')
/** Uploads that are not over yet. */
const ON_THEIR_WAY = new Map([
  ['arriving/much', FILM],
  ['arriving/little', Buffer.from('so far')],
])
const PICTURES = 24
/** As fast as the disk takes them, they would be thousands, and the test would be about little else. */
const BETWEEN_UPLOADS_MS = 50

let server: S3Server
beforeAll(async () => {
  server = await openS3()
})
afterAll(() => server?.close())

type Database = 'sqlite' | 'postgres'

/** A data folder, a database and a part of the bucket, with nothing in them; `prefix` null keeps files in the folder. */
async function place(database: Database, prefix: string | null) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'room-bucket-')), 'data')
  onTestFinished(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))
  const url = database === 'postgres' ? await createServed() : ''
  const store = prefix === null ? null : { ...server.config, prefix }
  return {
    dataDir,
    media: store ? s3Media(store) : diskMedia(join(dataDir, 'media')),
    env: { DATA_DIR: dataDir, DATABASE_URL: url, ...(store && envOf(store)) },
    open: () => (url ? openPostgres(url) : openSqlite(join(dataDir, 'room.sqlite'))),
  }
}
type Place = Awaited<ReturnType<typeof place>>

/** A site with a thread of pictures and a film in the bucket, and a recording in its folder. */
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
  const recorder = await openRecorder(join(dataDir, 'live'), 'evening')
  await recorder.begin(Buffer.from('init'))
  for (let n = 0; n < 3; n++) await recorder.add(Buffer.from(`piece ${n}`), n * 2_000, 2)
  await media.append('arriving/film', 0, Readable.from([FILM]))
  await media.link('arriving/film', 'public/film.mp4')
  await media.remove('arriving/film')
  for (const [path, bytes] of ON_THEIR_WAY) await media.append(path, 0, Readable.from([bytes]))
}

const runs = (program: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `${program}.ts`), ...args], {
    env: { ...PROGRAM_ENV, ...env },
  })

async function bytesOf(media: Media) {
  const found = new Map<string, Buffer>()
  for await (const { of: path } of media.list('')) {
    const size = (await media.size(path))!
    found.set(path, Buffer.from(await media.part(path, 0, size)))
  }
  return found
}

const both = databaseNames.includes('postgres')
const sources = databaseNames.filter((from) => isFull || from === 'sqlite')
const ways = sources.flatMap((from) => [
  { from, to: (from === 'sqlite' && both ? 'postgres' : 'sqlite') as Database, was: 'a bucket' },
  // As running.md has it, for who goes from one machine to many.
  ...(isFull && from === 'sqlite' && both
    ? [{ from, to: 'postgres' as Database, was: 'a folder' }]
    : []),
])

describe.each(ways)('media in $was beside $from', ({ from, to, was }) => {
  it(`come back into an empty bucket beside ${to}, also those that arrive during the backup`, async () => {
    const old = await place(from, was === 'a bucket' ? `${from}-old/` : null)
    await live(old)
    const fresh = await place(to, `${from}-from-${was.at(-1)}/`)
    const before = await bytesOf(old.media)
    expect(before.size).toBe(PICTURES + 1 + ON_THEIR_WAY.size)

    const shelf = mkdtempSync(join(tmpdir(), 'room-shelf-'))
    onTestFinished(() => rmSync(shelf, { recursive: true }))
    let going = true
    let arrived = 0
    async function upload() {
      while (going) {
        await old.media.put(`public/late-${arrived++}.webp`, Buffer.from('late'))
        await setTimeout(BETWEEN_UPLOADS_MS)
      }
    }
    const uploading = upload()
    const { stderr } = await runs('main', [shelf], old.env).finally(() => {
      going = false
    })
    await uploading
    expect(stderr).toBe('')
    expect(arrived).toBeGreaterThan(1)
    const backup = join(shelf, readdirSync(shelf)[0]!)

    const full = await place(to, `${from}-full-${was.at(-1)}/`)
    await full.media.put('public/mine.webp', Buffer.from('mine'))
    await expect(runs('restore-main', [backup], full.env)).rejects.toThrow(
      'The store of media is not empty',
    )
    expect([...(await bytesOf(full.media)).keys()]).toEqual(['public/mine.webp'])
    await runs('restore-main', [backup], fresh.env)
    const after = await bytesOf(fresh.media)
    for (const [path, bytes] of before) expect(after.get(path)?.equals(bytes), path).toBe(true)
    const arriving = [...after.keys()].filter((path) => /restored-|arriving/.test(path))
    expect(arriving.sort()).toEqual([...ON_THEIR_WAY.keys()].sort())
    for (const [path, bytes] of ON_THEIR_WAY) {
      await fresh.media.append(path, bytes.length, Readable.from([Buffer.from(' and on')]))
      expect(await fresh.media.size(path), 'it goes on from where it was').toBe(bytes.length + 7)
      await fresh.media.remove(path)
    }
    for await (const { path } of fresh.media.list('arriving/'))
      expect(path, 'nothing of it stays').toBe('')
    const piece = (at: Place) => readFileSync(join(at.dataDir, 'live/evening/1-0.m4s'))
    expect(piece(fresh)).toEqual(piece(old))
    expect(readdirSync(fresh.dataDir), 'files are in the bucket alone').not.toContain('media')

    const [mine, theirs] = [old.open(), fresh.open()]
    onTestFinished(() => Promise.all([mine.close(), theirs.close()]).then(() => undefined))
    const paths = ({ read }: typeof mine) =>
      read.selectFrom('thread_media').select('path').orderBy('path').execute()
    expect(await paths(theirs)).toEqual(await paths(mine))
  }, 240_000)
})

describe('an upload that is deleted while the backup reads it', () => {
  /** Three pieces in the bucket, and a reader to whom `happens` before the store says that a piece is gone. */
  async function readWhile(happens: (media: Media) => Promise<unknown>) {
    const media = s3Media({ ...server.config, prefix: `${randomUUID()}/` }, { pieceBytes: 1_000 })
    await media.append('arriving/film', 0, Readable.from([Buffer.alloc(3_000)]))
    const part = async () => {
      await happens(media)
      throw new MediaDown('a piece is gone')
    }
    const backup = mkdtempSync(join(tmpdir(), 'room-shelf-'))
    onTestFinished(() => rmSync(backup, { recursive: true }))
    const files = copier({ stores: { media: { ...media, part } }, backup, before: null })
    await files.pass(true)
    return [...files.taken.keys()]
  }

  it('is left out, also when only its first piece is gone yet', async () => {
    const first = async (media: Media) => {
      const [piece] = await Array.fromAsync(media.list('arriving/'))
      await media.remove(piece!.path)
    }
    expect(await readWhile(first)).toEqual([])
    expect(await readWhile((media) => media.remove('arriving/film'))).toEqual([])
  })

  it('fails the backup where it is still whole: the store is at fault', async () => {
    await expect(readWhile(async () => {})).rejects.toThrow('a piece is gone')
  })
})
