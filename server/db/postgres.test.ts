import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openPostgres } from './postgres.ts'

describe.runIf(databaseNames.includes('postgres'))('PostgreSQL', () => {
  it('may restart while nobody asks it anything', async () => {
    const url = `${inject('postgresUrl')}/postgres`
    const log = memoryLog()
    const [ours, operator] = [openPostgres(url, { connections: 1, log }), openPostgres(url)]
    onTestFinished(async () => {
      await Promise.all([ours.close(), operator.close()])
    })
    const ask = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ours.db)
      return rows[0]!.pid
    }
    const pid = await ask()
    await sql`select pg_terminate_backend(${pid})`.execute(operator.db)
    await vi.waitFor(() =>
      expect(log.lines).toMatchObject([{ level: 'warn', message: 'idle connection lost' }]),
    )
    expect(await ask()).not.toBe(pid)
  })

  it('may restart while somebody is between two questions: the second fails, and no more', async () => {
    const url = `${inject('postgresUrl')}/postgres`
    const [ours, operator] = [openPostgres(url, { connections: 1 }), openPostgres(url)]
    onTestFinished(async () => {
      await Promise.all([ours.close(), operator.close()])
    })
    const cut = ours.db.transaction().execute(async (tx) => {
      const ask = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const { pid } = (await ask.execute(tx)).rows[0]!
      await sql`select pg_terminate_backend(${pid})`.execute(operator.db)
      await vi.waitFor(() => expect(ask.execute(tx)).rejects.toThrow('not queryable'))
    })
    await expect(cut).rejects.toThrow()
    expect((await sql`select 1 as one`.execute(ours.db)).rows).toEqual([{ one: 1 }])
  })
})
