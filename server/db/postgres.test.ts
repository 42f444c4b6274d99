import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openPostgres } from './postgres.ts'

describe.runIf(databaseNames.includes('postgres'))('PostgreSQL', () => {
  it('may restart while a connection is idle', async () => {
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

  it('may restart between two queries of a transaction: only the second fails', async () => {
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

  describe('that hangs', () => {
    const url = () => `${inject('postgresUrl')}/postgres`
    /** Longer than a healthy database needs for a new connection, also on a busy machine. */
    const SILENCE_MS = 2_000
    const LIMITS = { statementMs: 10_000, lockMs: 10_000, idleMs: 10_000, silenceMs: 10_000 }
    function open(limits: Partial<typeof LIMITS>) {
      const engine = openPostgres(url(), { connections: 1, limits: { ...LIMITS, ...limits } })
      onTestFinished(engine.close)
      return engine
    }
    const pidOf = async ({ db }: ReturnType<typeof open>) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

    it('has its connection closed, and the next query opens another', async () => {
      const ours = open({ silenceMs: SILENCE_MS })
      const pid = await pidOf(ours)
      process.kill(pid, 'SIGSTOP')
      onTestFinished(() => void process.kill(pid, 'SIGCONT'))
      await expect(pidOf(ours)).rejects.toThrow('Connection terminated: no answer in time')
      expect(await pidOf(ours)).not.toBe(pid)
    })

    it('has its connection closed during a transaction, too', async () => {
      const ours = open({ silenceMs: SILENCE_MS })
      const pid = await pidOf(ours)
      onTestFinished(() => void process.kill(pid, 'SIGCONT'))
      const halted = ours.db.transaction().execute(async (tx) => {
        process.kill(pid, 'SIGSTOP')
        await sql`select 1`.execute(tx)
      })
      // The rollback found the connection closed; `http/errors.ts` knows both messages.
      await expect(halted).rejects.toThrow(/^(Connection terminated|Client has encountered)/)
      expect(await pidOf(ours)).not.toBe(pid)
    })

    it('enforces the statement timeout and the lock timeout', async () => {
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

    it('releases the locks of an idle transaction', async () => {
      const [still, other] = [open({ idleMs: 300 }), open({})]
      const idle = still.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(73)`.execute(tx)
        await other.db
          .transaction()
          .execute((otherTx) => sql`select pg_advisory_xact_lock(73)`.execute(otherTx))
        await sql`select 1`.execute(tx)
      })
      await expect(idle).rejects.toThrow()
      expect(await pidOf(still)).toBeGreaterThan(0)
    })
  })
})
