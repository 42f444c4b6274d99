import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { bundleOf } from '#server/testing/program.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const ALL = Object.keys(migrations)

/** Applied migrations; none before their table exists. */
const done = async ({ read }: Engine): Promise<string[]> => {
  const tables = await read.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migration')) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(
    read,
  )
  return rows.map(({ name }) => name)
}

describe.each(databaseNames)(
  'first start on %s that is killed midway',
  { tags: 'full' },
  (database) => {
    it('leaves complete migrations, and the next start continues after them', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'room-shot-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const url = database === 'postgres' ? await createServed() : ''
      const engine = url ? openPostgres(url) : openSqlite(join(dataDir, 'room.sqlite'))
      onTestFinished(() => engine.close())
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' }
      const reached: number[] = []
      for (const least of isFull ? [1, 3, 6, 9] : [1, 6]) {
        const server = spawn(process.execPath, [bundleOf('main')], {
          env,
          stdio: 'ignore',
        })
        const exit = once(server, 'exit')
        while ((await done(engine)).length < least && server.exitCode === null) await setImmediate()
        server.kill('SIGKILL')
        await exit
        const names = await done(engine)
        expect(names, 'in their order, none left out').toEqual(ALL.slice(0, names.length))
        reached.push(names.length)
      }
      expect(reached[0], 'it was midway').toBeLessThan(ALL.length)
      await migrate(engine)
      expect(await done(engine)).toEqual(ALL)
      const fresh = openSqlite(':memory:')
      onTestFinished(() => fresh.close())
      await migrate(fresh)
      const columns = async (of: Engine) =>
        (await of.read.introspection.getTables())
          .filter(({ name }) => !name.startsWith('search_'))
          .map(({ name, columns }) => `${name}: ${columns.map((one) => one.name).join()}`)
          .sort()
      expect(await columns(engine)).toEqual(await columns(fresh))
    })
  },
)
