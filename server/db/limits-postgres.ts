import pg from 'pg'
import { IDLE_TRANSACTION_MS } from './transact.ts'

/** How long a database is waited for, in milliseconds. */
export interface Limits {
  /** The server ends a statement that takes longer: nobody at a screen waits for it any more. */
  statementMs: number
  /** Somebody else holds the row, and that is not over in a moment: better told to come back than in line with a lock. */
  lockMs: number
  /** After which a transaction that asks nothing is ended. */
  idleMs: number
  /** The server would have ended the statement by then: the line is dead, though nobody said so. */
  silenceMs: number
}

/** Of a process that serves people. Migrations, restoring and comparing take what they take: they have none. */
export const SERVING: Limits = {
  statementMs: 20_000,
  lockMs: 8_000,
  idleMs: IDLE_TRANSACTION_MS,
  silenceMs: 25_000,
}

/** As the driver spells those that the server itself keeps. */
export const keptByServer = ({ statementMs, lockMs, idleMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
})

/** The system notices after a quarter of an hour that nobody is at the other end; this one hangs up when an answer is late. */
export function impatient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    // Whatever `query` may be given; what it answers to our ways of asking is a promise.
    override query(...asked: unknown[]): never {
      const answer = (super.query as (...asked: unknown[]) => unknown).apply(this, asked)
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
