import pg from 'pg'
import { IDLE_TRANSACTION_MS } from './transact.ts'

/** Database timeouts, in milliseconds. */
export interface Limits {
  /** Statement timeout of the server, after which no user waits for the result any more. */
  statementMs: number
  /** Lock timeout: a client is better told to retry than kept waiting for a lock. */
  lockMs: number
  /** Timeout of an idle transaction. */
  idleMs: number
  /** Above the server's own timeouts: without an answer by then the connection is dead. */
  silenceMs: number
}

/** For processes that serve requests. Migrations, restores and reconciliation have no timeouts. */
export const SERVING: Limits = {
  statementMs: 20_000,
  lockMs: 8_000,
  idleMs: IDLE_TRANSACTION_MS,
  silenceMs: 25_000,
}

/** Timeouts enforced by the server, as named by the driver. */
export const serverLimits = ({ statementMs, lockMs, idleMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
})

/** Closes the connection when an answer is late: the TCP timeout would take a quarter of an hour. */
export function impatient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    // Any overload of `query`; all of those that we use return a promise.
    override query(...args: unknown[]): never {
      // No signature covers all overloads: what goes in and comes out is passed on as it is.
      const answer = (super.query as (...args: unknown[]) => unknown).apply(this, args)
      if (answer instanceof Promise) this.#hangUpUnless(answer)
      return answer as never
    }

    #hangUpUnless(answered: Promise<unknown>) {
      const late = setTimeout(
        () => this.connection.stream.destroy(new Error('Connection terminated: no answer in time')),
        silenceMs,
      )
      const inTime = () => clearTimeout(late)
      answered.then(inTime, inTime)
    }
  }
}
