import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { DiskMedia } from '#server/adapters/disk.ts'
import { createRecorder } from '#server/adapters/recordings.ts'
import type { Engine } from '#server/db/engine.ts'
import { createNewId } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { SHOWN_BY } from '#server/features/uploads/shown-queries.ts'
import { systemClock } from '#server/ports/clock.ts'
import { loadSecrets, newSecrets } from '#server/process/secrets.ts'
import { createServed } from '#server/testing/databases.ts'
import {
  apiDatabaseNames,
  type DatabaseName,
  databaseNames,
  isFull,
} from '#server/testing/names.ts'
import { bundleOf, PROGRAM_ENV } from '#server/testing/program.ts'
import { addRow } from '#server/testing/rows.ts'
import { backupCommand, restoreCommand } from './commands.ts'
import { openSnapshot } from './snapshot.ts'
import { storageConfig } from './storage-config.ts'

interface Place {
  dataDir: string
  env: Record<string, string>
  open: () => Engine
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'room-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A data folder that does not exist yet, and an empty database or, for PostgreSQL, a copy of `template`. */
async function place(database: DatabaseName, within = folder(), template?: string): Promise<Place> {
  const dataDir = join(within, 'data')
  const url = database === 'postgres' ? await createServed(template) : ''
  return {
    dataDir,
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    open: () => (url ? openPostgres(url) : openSqlite(join(dataDir, 'room.sqlite'))),
  }
}

async function withEngine<T>({ open }: Place, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = open()
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Characters that JSON lines may not preserve; no table of the demo contains them. */
const AWKWARD = 'a\u2028b\u2029c\r\nd\\"\u0001\ud83d\ude00ガ\u3099'

/** Filled once each: filling takes seconds, a copy of its folder and database almost none. */
const templates = new Map<string, Place>()
afterAll(() => {
  for (const { dataDir } of templates.values()) rmSync(join(dataDir, '..'), { recursive: true })
})
async function copyOf(
  name: string,
  database: DatabaseName,
  fill: (empty: Place) => Promise<void>,
  within?: string,
): Promise<Place> {
  let template = templates.get(name)
  if (!template) {
    template = await place(database, mkdtempSync(join(tmpdir(), 'room-backup-')))
    mkdirSync(template.dataDir)
    await fill(template)
    await addFiles(template)
    templates.set(name, template)
  }
  const url = template.env.DATABASE_URL
  const copy = await place(database, within, url ? new URL(url).pathname.slice(1) : undefined)
  cpSync(template.dataDir, copy.dataDir, { recursive: true })
  return copy
}

/** A place with the demo data: rows in nearly every table, pictures, a recording. */
const lived = (database: DatabaseName) =>
  copyOf(`demo on ${database}`, database, (empty) => withEngine(empty, fillWithDemo(empty)))

/** A place with a row, a picture and a recording: a hundred times smaller than the demo. */
const small = (within?: string) =>
  copyOf(
    'small',
    'sqlite',
    async (empty) => {
      copyFileSync(inject('migrated').sqlite, join(empty.dataDir, 'room.sqlite'))
      const icon_path = 'public/aoi.webp'
      await withEngine(empty, ({ db }) => addRow(db, 'user', { id: 'aoi', icon_path }))
      await new DiskMedia(join(empty.dataDir, 'media')).put(icon_path, Buffer.from('picture'))
      loadSecrets(empty.dataDir)
    },
    within,
  )

const fillWithDemo =
  ({ dataDir, env }: Place) =>
  async (engine: Engine) => {
    await migrate(engine)
    const clock = systemClock()
    await fillDemo({
      db: engine.db,
      engine,
      clock,
      newId: createNewId(clock),
      media: new DiskMedia(join(dataDir, 'media')),
      secrets: loadSecrets(dataDir),
      config: storageConfig(env),
    })
    await engine.db.updateTable('user').set({ about: AWKWARD }).where('name', '=', 'sora').execute()
    const audit = { actor_id: null, action: 'a', target: 't', before: '{}', after: '{}' }
    await engine.db
      .insertInto('audit')
      .values({ ...audit, id: 'a', created_at: '2026-11-20T03:00:00.000Z' })
      .execute()
  }

async function addFiles({ dataDir }: Place) {
  const recorder = await createRecorder(join(dataDir, 'live'), 'broadcast')
  await recorder.begin(Buffer.from('init'))
  for (let n = 0; n < 3; n++) await recorder.add(Buffer.from(`piece ${n}`), n * 2_000, 2)
  mkdirSync(join(dataDir, 'content'))
  writeFileSync(join(dataDir, 'content/terms.md'), '# 規約')
}

const commands = { backup: backupCommand, restore: restoreCommand }
type Command = keyof typeof commands
const programs = { backup: 'main.ts', restore: 'restore-main.ts' }
const programOf = (command: Command) => join(import.meta.dirname, programs[command])
const start = (program: string, args: string[], env: Record<string, string>) =>
  spawn(process.execPath, [program, ...args], { env: { ...PROGRAM_ENV, ...env } })

/** Runs a command in this process: a process for each of a hundred calls would take a minute of two cores. */
async function run(command: Command, args: string[], { env }: Pick<Place, 'env'>) {
  const lines = { log: '', error: '' }
  const code = await commands[command](args, env, {
    log: (line) => (lines.log += `${line}\n`),
    error: (line) => (lines.error += `${line}\n`),
  })
  return { output: lines.log, complaint: lines.error, code }
}

async function backUp(from: Place, shelf: string, ...more: string[]): Promise<string> {
  const { complaint, code } = await run('backup', [shelf, ...more], from)
  expect([code, complaint]).toEqual([0, ''])
  return backupsIn(shelf).at(-1)!
}
const backupsIn = (shelf: string) =>
  readdirSync(shelf)
    .filter((name) => name.endsWith('Z'))
    .sort()
    .map((name) => join(shelf, name))

/** All rows of all tables, including the search texts. */
async function rowsOf({ env }: Place): Promise<Record<string, string[]>> {
  const snapshot = await openSnapshot(storageConfig(env))
  const rows: Record<string, string[]> = { migration: snapshot.migrations }
  for (const table of snapshot.tables) {
    const { columns, batches } = await snapshot.rows(table)
    const lines = [columns.join()]
    for await (const batch of batches) lines.push(...batch.map((row) => JSON.stringify(row)))
    rows[table] = lines.sort()
  }
  await snapshot.close()
  return rows
}

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('room.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

/** There and back, so that each engine is read once and written once; all pairs in the full run. */
const ways = databaseNames
  .flatMap((from) => databaseNames.map((to) => ({ from, to })))
  .filter(({ from, to }, nth) => isFull || (nth < 2 && (from !== to || databaseNames.length === 1)))

describe.each(ways)('backup and restore from $from to $to', ({ from, to }) => {
  it('restores every row, file and constraint, also from a backup of the restored site', async () => {
    const old = await lived(from)
    const shelf = folder()
    const backup = await backUp(old, shelf)
    const fresh = await place(to)
    const { output, complaint, code } = await run('restore', [backup], fresh)
    expect([code, complaint]).toEqual([0, ''])
    expect(output).toContain(`back in ${fresh.dataDir}`)

    const rows = await rowsOf(old)
    expect(Object.keys(rows).length).toBeGreaterThan(60)
    expect(Object.values(rows).filter((lines) => lines.length > 1).length).toBeGreaterThan(30)
    expect(await rowsOf(fresh)).toEqual(rows)
    expect(filesOf(fresh.dataDir)).toEqual(filesOf(old.dataDir))
    for (const file of filesOf(old.dataDir))
      expect(
        readFileSync(join(fresh.dataDir, file)).equals(readFileSync(join(old.dataDir, file))),
        file,
      ).toBe(true)
    expect(statSync(join(fresh.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)

    const ask = ({ read, search }: Engine) => search.find(read, 'event', '夜', 50, 0)
    const answer = await withEngine(old, ask)
    expect(answer.length).toBeGreaterThan(1)
    expect(await withEngine(fresh, ask)).toEqual(answer)
    await withEngine(fresh, async (engine) => {
      await migrate(engine)
      await expect(engine.db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
      const toNobody = { follower_id: 'nobody', followee_id: 'nobody', created_at: '' }
      await expect(
        engine.db.insertInto('follow').values(toNobody).execute(),
        'references are held again',
      ).rejects.toThrow(/foreign key/i)
      await engine.db
        .transaction()
        .execute((tx) => engine.search.put(tx, 'event', 'newest', '夜の海'))
      expect((await ask(engine))[0]).toBe('newest')
    })
    const again = await place(from)
    expect((await run('restore', [await backUp(fresh, shelf)], again)).code).toBe(0)
    const { search_text: texts = [], ...otherRows } = await rowsOf(again)
    expect(texts.length).toBe(rows.search_text!.length + 1)
    expect(otherRows).toEqual(
      Object.fromEntries(Object.entries(rows).filter(([table]) => table !== 'search_text')),
    )
  })
})

describe('refusals name the cause:', () => {
  let shelf: string
  let old: Place
  let backup: string
  beforeAll(async () => {
    const within = mkdtempSync(join(tmpdir(), 'room-backup-'))
    old = await small(within)
    shelf = join(within, 'shelf')
    backup = await backUp(old, shelf)
    return () => rmSync(within, { recursive: true, force: true })
  })

  /** A copy of the backup, damaged by `spoil`. */
  function spoilt(spoil: (copy: string) => void): string {
    const copy = join(folder(), 'copy')
    cpSync(backup, copy, { recursive: true })
    spoil(copy)
    return copy
  }
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  const manifest = (copy: string) => join(copy, 'manifest.json')

  it.each<[string, (copy: string) => void, string]>([
    ['a row more', (copy) => appendFileSync(join(copy, 'tables/user.jsonl'), '[]\n'), 'damaged'],
    ['a table less', (copy) => rmSync(join(copy, 'tables/follow.jsonl')), 'damaged'],
    [
      'a file whose bytes changed',
      (copy) => edit(join(copy, 'data/live/broadcast/1-0.m4s'), () => 'piece 9'),
      'damaged',
    ],
    ['a file less', (copy) => rmSync(join(copy, 'data/secrets.json')), 'damaged'],
    [
      'a list that leads elsewhere',
      (copy) => edit(join(copy, 'files.jsonl'), (list) => list.replace('live/', '../../')),
      'damaged',
    ],
    ['half a manifest', (copy) => edit(manifest(copy), (page) => page.slice(0, 99)), 'damaged'],
    ['no manifest', (copy) => rmSync(manifest(copy)), 'no whole backup'],
    [
      'another form',
      (copy) => edit(manifest(copy), (page) => page.replace('"format": 1', '"format": 2')),
      'the release that made it',
    ],
    [
      'a newer release',
      (copy) => edit(manifest(copy), (page) => page.replace('001-accounts', '999-accounts')),
      'newer release',
    ],
  ])('a backup with %s', async (_, spoil, message) => {
    const fresh = await place('sqlite')
    const { complaint, code } = await run('restore', [spoilt(spoil)], fresh)
    expect(code).toBe(1)
    expect(complaint).toContain(message)
    expect(complaint).not.toContain('\n    at ')
    expect(existsSync(fresh.dataDir), 'nothing was begun').toBe(false)
  })

  it('restore into a folder or database that is not empty', async () => {
    const full = await run('restore', [backup], old)
    expect([full.code, full.complaint]).toEqual([1, expect.stringContaining('is not empty')])
    const other = await run('restore', [backup, '--into', shelf], await place('sqlite'))
    expect(other.complaint).toContain('is not empty')
    expect((await run('restore', [], old)).complaint).toContain('Name one backup')
    const checked = await run('restore', [backup, '--check'], old)
    expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('whole')])
    if (!databaseNames.includes('postgres')) return
    const served = await place('postgres')
    await withEngine(served, (engine) => sql`create table one (id text)`.execute(engine.db))
    const { complaint } = await run('restore', [backup], served)
    expect(complaint).toContain('DATABASE_URL is not empty (one)')
    expect(complaint).not.toContain('password')
    expect(existsSync(served.dataDir)).toBe(false)
  })

  it('backup without data, with an invalid number, of a damaged database', async () => {
    expect((await run('backup', [folder()], await place('sqlite'))).complaint).toContain(
      'There is no',
    )
    expect((await run('backup', [folder(), '--keep', '0'], old)).complaint).toContain('--keep')
    const broken = await small()
    const path = join(broken.dataDir, 'room.sqlite')
    const bytes = readFileSync(path)
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 40_000)
    writeFileSync(path, bytes)
    const { complaint, code } = await run('backup', [join(broken.dataDir, 'shelf')], broken)
    expect(code).toBe(1)
    expect(complaint).toMatch(/damaged|malformed/)
    expect(readdirSync(join(broken.dataDir, 'shelf')), 'nothing half is left').toEqual([])
  })
})

it('backup hard-links unchanged files of the previous one, and --keep deletes the oldest', async () => {
  const old = await small()
  const shelf = folder()
  const first = await backUp(old, shelf)
  const media = new DiskMedia(join(old.dataDir, 'media'))
  const [picture] = await Array.fromAsync(media.list('public/'))
  await media.put('public/new.webp', Buffer.from('new'))
  appendFileSync(join(old.dataDir, 'live/broadcast/index'), '\n')
  const second = await backUp(old, shelf, '--keep', '2')
  const inode = (backup: string, path: string) => statSync(join(backup, 'data', path)).ino
  expect(inode(second, `media/${picture!.path}`)).toBe(inode(first, `media/${picture!.path}`))
  expect(inode(second, 'live/broadcast/index')).not.toBe(inode(first, 'live/broadcast/index'))
  expect(readFileSync(join(second, 'data/media/public/new.webp'), 'utf8')).toBe('new')

  renameSync(first, join(shelf, '2020-01-01T00-00-00-000Z'))
  mkdirSync(join(shelf, '2020-01-02T00-00-00-000Z.part'))
  const unrelated = join(shelf, 'something of mine')
  mkdirSync(unrelated)
  const third = await backUp(old, shelf, '--keep', '2')
  expect(
    readdirSync(shelf)
      .sort()
      .map((name) => join(shelf, name)),
  ).toEqual([second, third, unrelated])
  // Hard-linked files outlive the backup that they were shared with.
  expect((await run('restore', [third], await place('sqlite'))).code).toBe(0)
})

it('backup dated in the future never counts as the newest', async () => {
  const old = await small()
  const shelf = folder()
  const ahead = join(shelf, '2099-01-01T00-00-00-000Z')
  renameSync(await backUp(old, shelf), ahead)
  const backups: string[] = []
  for (let night = 0; night < 2; night++) {
    const { output, complaint, code } = await run('backup', [shelf, '--keep', '1'], old)
    backups.push(output.split(':')[0]!)
    expect(backupsIn(shelf)).toEqual([backups.at(-1), ahead])
    expect([code, complaint.trim()]).toEqual([0, `Dated later than now, and not counted: ${ahead}`])
  }
  const { code } = await run('restore', [backups.at(-1)!], await place('sqlite'))
  expect(code).toBe(0)
})

it('restores large segments of several broadcasts that have the same file name', async () => {
  const old = await small()
  const evenings = Array.from({ length: 6 }, (_, n) => ({
    name: `evening${n}`,
    chunk: Buffer.alloc(5_000_000, `${n}`),
  }))
  for (const { name, chunk } of evenings) {
    const recorder = await createRecorder(join(old.dataDir, 'live'), name)
    await recorder.begin(Buffer.from('init'))
    await recorder.add(chunk, 0, 60)
  }
  const fresh = await place('sqlite')
  const { complaint, code } = await run('restore', [await backUp(old, folder())], fresh)
  expect([code, complaint]).toEqual([0, ''])
  for (const { name, chunk } of evenings)
    expect(readFileSync(join(fresh.dataDir, 'live', name, '1-0.m4s')).equals(chunk), name).toBe(
      true,
    )
})

it('backup reports a missing file that a row names', async () => {
  const old = await small()
  const [picture] = await Array.fromAsync(new DiskMedia(join(old.dataDir, 'media')).list('public/'))
  rmSync(join(old.dataDir, 'media', picture!.path))
  const { complaint, code } = await run('backup', [folder()], old)
  expect([code, complaint.trim()]).toEqual([
    0,
    `Not there, though a row names it: ${picture!.path}`,
  ])
})

it.each(apiDatabaseNames)(
  'backup reports the missing file of every column that names one, on %s',
  async (database) => {
    const old = await lived(database)
    const missingFiles = Object.values(SHOWN_BY).flatMap(({ table, columns }) =>
      columns.map((column) => ({ table, column, path: `lost/${table}.${column}` })),
    )
    await withEngine(old, async ({ db }) => {
      for (const { table, column, path } of missingFiles) {
        const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${path}`
        expect((await set.execute(db)).numAffectedRows, path).toBeGreaterThan(0n)
      }
    })
    const { complaint, code } = await run('backup', [folder()], old)
    expect([code, complaint.trim().split('\n')]).toEqual([
      0,
      missingFiles.map(({ path }) => `Not there, though a row names it: ${path}`).sort(),
    ])
  },
)

it('backup contains the secrets in use, from any source', async () => {
  const old = await small()
  const secrets = newSecrets()
  const secretsFile = join(folder(), 'given.json')
  writeFileSync(secretsFile, JSON.stringify(secrets))
  for (const env of [
    { SECRETS_FILE: secretsFile },
    { TOKEN_SECRET: secrets.token, LINK_SECRET: secrets.link },
  ]) {
    const backup = await backUp({ ...old, env: { ...old.env, ...env } }, folder())
    // A server without configured secrets opens the restored ones.
    expect(loadSecrets(join(backup, 'data'))).toEqual(secrets)
  }
})

describe.each(databaseNames)(
  'power cut during backup and restore, on %s',
  { tags: 'full' },
  (database) => {
    /** Kills the program as soon as a condition holds; returns whether it was killed before its end. */
    async function killedWhen(
      command: Command,
      args: string[],
      { env }: Place,
      reached: () => boolean,
    ): Promise<boolean> {
      const child = start(programOf(command), args, env)
      const exit = once(child, 'exit')
      while (!reached() && child.exitCode === null) await setImmediate()
      child.kill('SIGKILL')
      return (await exit)[1] === 'SIGKILL'
    }

    /** Attempts: sometimes the program ends before it is killed. */
    const MAX_ATTEMPTS = 20
    async function cutOff<T>(cut: () => Promise<T | undefined>): Promise<T> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const stored = await cut()
        if (stored !== undefined) return stored
      }
      throw new Error('the program ended before it could be killed')
    }

    it('leaves no partial backup that counts as complete', async () => {
      const old = await lived(database)
      const shelf = folder()
      const part = () => readdirSync(shelf).find((name) => name.endsWith('.part'))
      for (const what of ['data', 'tables/room.jsonl', 'files.jsonl']) {
        const there = () => {
          const begun = part()
          return begun !== undefined && existsSync(join(shelf, begun, what))
        }
        const left = await cutOff(async () => {
          for (const name of readdirSync(shelf)) rmSync(join(shelf, name), { recursive: true })
          const begun = (await killedWhen('backup', [shelf], old, there)) ? part() : undefined
          // With a manifest the backup may be complete, or is reported as damaged instead.
          return begun && existsSync(join(shelf, begun, 'manifest.json')) ? undefined : begun
        })
        expect(backupsIn(shelf)).toEqual([])
        const { complaint } = await run('restore', [join(shelf, left)], await place('sqlite'))
        expect(complaint).toContain('no whole backup')
      }
      expect((await run('restore', [await backUp(old, shelf)], await place(database))).code).toBe(0)
    })

    it('leaves no partly restored data on which a server starts', async () => {
      const old = await lived(database)
      const backup = await backUp(old, folder())
      const rows = await rowsOf(old)
      const marks = ['restoring', 'media/public', 'room.sqlite-wal']
      let emptied: Place | undefined
      for (const mark of database === 'sqlite' ? marks : marks.slice(0, 2)) {
        const fresh = await cutOff(async () => {
          const begun = await place(database)
          const there = () => existsSync(join(begun.dataDir, mark))
          return (await killedWhen('restore', [backup], begun, there)) ? begun : undefined
        })
        const { dataDir, env } = fresh
        const server = start(bundleOf('main'), [], { ...env, PORT: '0' })
        const ended = once(server, 'exit')
        expect(await text(server.stderr)).toContain('was cut off: empty the folder')
        expect((await ended)[0]).toBe(1)
        expect((await run('restore', [backup], fresh)).complaint).toContain('was cut off')
        if (database === 'postgres')
          expect(await withEngine(fresh, ({ db }) => db.introspection.getTables())).toEqual([])
        rmSync(dataDir, { recursive: true })
        emptied = fresh
      }
      expect((await run('restore', [backup], emptied!)).code).toBe(0)
      expect(await rowsOf(emptied!)).toEqual(rows)
    })
  },
)
