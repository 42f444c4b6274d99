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

  describe('that does not answer', () => {
    const url = () => `${inject('postgresUrl')}/postgres`
    /** More than a database that is well takes over a new connection, also on a busy machine. */
    const SILENCE_MS = 2_000
    const LIMITS = { statementMs: 10_000, lockMs: 10_000, idleMs: 10_000, silenceMs: 10_000 }
    function open(limits: Partial<typeof LIMITS>) {
      const engine = openPostgres(url(), { connections: 1, limits: { ...LIMITS, ...limits } })
      onTestFinished(engine.close)
      return engine
    }
    const pidOf = async ({ db }: ReturnType<typeof open>) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

    it('is left: its process stands still, and the next question finds another', async () => {
      const ours = open({ silenceMs: SILENCE_MS })
      const pid = await pidOf(ours)
      process.kill(pid, 'SIGSTOP')
      onTestFinished(() => void process.kill(pid, 'SIGCONT'))
      await expect(pidOf(ours)).rejects.toThrow('Connection terminated: no answer in time')
      expect(await pidOf(ours)).not.toBe(pid)
    })

    it('is left in the middle of a transaction, too', async () => {
      const ours = open({ silenceMs: SILENCE_MS })
      const pid = await pidOf(ours)
      onTestFinished(() => void process.kill(pid, 'SIGCONT'))
      const halted = ours.db.transaction().execute(async (tx) => {
        process.kill(pid, 'SIGSTOP')
        await sql`select 1`.execute(tx)
      })
      // The roll-back found the line closed; `http/errors.ts` knows both.
      await expect(halted).rejects.toThrow(/^(Connection terminated|Client has encountered)/)
      expect(await pidOf(ours)).not.toBe(pid)
    })

    it('ends what takes too long, and waits for nobody’s lock for ever', async () => {
      const code = (code: string) => expect.objectContaining({ code })
      const slow = sql`select pg_sleep(20)`.execute(open({ statementMs: 200 }).db)
      await expect(slow).rejects.toEqual(code('57014'))
      const [holder, waiter] = [open({}), open({ lockMs: 200 })]
      await holder.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(72)`.execute(tx)
        const waiting = sql`select pg_advisory_lock(72)`.execute(waiter.db)
        await expect(waiting).rejects.toEqual(code('55P03'))
      })
    })

    it('takes the locks from whoever stands still with them', async () => {
      const [still, other] = [open({ idleMs: 300 }), open({})]
      const standing = still.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(73)`.execute(tx)
        await other.db
          .transaction()
          .execute((its) => sql`select pg_advisory_xact_lock(73)`.execute(its))
        await sql`select 1`.execute(tx)
      })
      await expect(standing).rejects.toThrow()
      expect(await pidOf(still)).toBeGreaterThan(0)
    })
  })
})
