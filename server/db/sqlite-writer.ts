import { setTimeout } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely'
import type { Log } from '#server/ports/log.ts'
import { isPassing } from './transact.ts'

/** For how long the file may be another process's before who wants to write is refused. */
export const BUSY_TIMEOUT_MS = 5000
const LONGEST_PAUSE_MS = 20
/** So often it is looked whether a transaction still asks, before it is ended: a process that stood still itself is no reason. */
const LOOKS = 10
/** What nobody's writing can hold up. */
const READS = /^\s*(select|explain|pragma)\b/i

/** What is said of a transaction that was ended. */
export const ENDED = 'a transaction that asked nothing was ended'

export interface WriterLimits {
  /** After which a transaction that asks nothing is ended; left out, everything is waited for. */
  idleMs?: number
  log?: Log
}

/**
 * The only connection that writes. It is had in turns, first come, first served: a transaction, or a single question.
 *
 * Another process may hold the file. SQLite's own wait would stop this whole process; here it goes on reading. A
 * transaction locks at its start: one that reads, then writes fails when somebody else wrote in between.
 *
 * Writers stand in line, so all of them wait together: once the file has been held for too long, those behind are
 * refused at once, instead of each waiting as long again.
 */
export class WriterDriver extends SqliteDriver {
  readonly #database: Database
  readonly #limits: WriterLimits
  /** When the file was first and last found held by somebody else. */
  #held: { since: number; last: number } | null = null
  #plain?: DatabaseConnection
  #turn: Turn | null = null
  readonly #line: ((turn: Turn) => void)[] = []
  #watching?: NodeJS.Timeout

  constructor(database: Database, asked: SqliteDatabase, limits: WriterLimits) {
    super({ database: asked })
    this.#database = database
    this.#limits = limits
  }

  override async init() {
    await super.init()
    this.#plain = await super.acquireConnection()
    const { idleMs } = this.#limits
    if (idleMs) this.#watching = setInterval(() => this.#endIdle(), idleMs / LOOKS).unref()
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    if (this.#turn) return new Promise((go) => this.#line.push(go))
    return Promise.resolve(this.#begin())
  }

  override async releaseConnection(turn?: DatabaseConnection) {
    if (turn === this.#turn) this.#next()
  }

  override async beginTransaction(turn: DatabaseConnection) {
    await turn.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk has already rolled back by itself, and so have we whoever was idle; saying so would hide the reason. */
  override async rollbackTransaction(turn: DatabaseConnection) {
    if (turn === this.#turn && this.#database.inTransaction) await super.rollbackTransaction(turn)
  }

  override async destroy() {
    clearInterval(this.#watching)
    await super.destroy()
  }

  #begin(): Turn {
    this.#turn = new Turn((query) => this.#execute(query))
    return this.#turn
  }

  #next() {
    this.#turn = null
    this.#line.shift()?.(this.#begin())
  }

  #endIdle() {
    const turn = this.#turn
    if (!turn || turn.isAsking || turn.idleLooks++ < LOOKS) return
    turn.isOver = true
    if (this.#database.inTransaction) this.#database.exec('rollback')
    // What was asked names the place, and no value is in it.
    this.#limits.log?.error({ asked: turn.asked }, ENDED)
    this.#next()
  }

  #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = () => this.#plain!.executeQuery<R>(query)
    const mayBeHeldUp = !this.#database.inTransaction && !READS.test(query.sql)
    return mayBeHeldUp ? this.#patiently(ask) : ask()
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        // The driver asks before its promise returns.
        const answer = await withoutWaiting(this.#database, ask)
        this.#held = null
        return answer
      } catch (error) {
        if (!isPassing(error) || this.#heldFor() >= BUSY_TIMEOUT_MS) throw error
      }
      await setTimeout(pause)
    }
  }

  /** Milliseconds for which it has been found so; nobody looked for a while: somebody else holds it by now. */
  #heldFor(): number {
    const now = performance.now()
    const goesOn = this.#held && now - this.#held.last < BUSY_TIMEOUT_MS
    this.#held = { since: goesOn ? this.#held!.since : now, last: now }
    return now - this.#held.since
  }
}

/** Asks the engine, which answers at once where it would wait for others. */
export function withoutWaiting<T>(database: Database, ask: () => T): T {
  database.pragma('busy_timeout = 0')
  try {
    return ask()
  } finally {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** What became of a transaction that goes on after it was ended; nothing of it is kept, and it may be begun anew. */
class TransactionEnded extends Error {
  readonly code = 'SQLITE_ENDED'
  constructor() {
    super('this transaction asked nothing for too long and was ended')
  }
}

/** The connection, while it is one transaction's, or one question's. */
class Turn implements DatabaseConnection {
  /** The last question. */
  asked = ''
  isAsking = false
  /** How often it was found to ask nothing since. */
  idleLooks = 0
  isOver = false
  readonly #execute: <R>(query: CompiledQuery) => Promise<QueryResult<R>>

  constructor(execute: <R>(query: CompiledQuery) => Promise<QueryResult<R>>) {
    this.#execute = execute
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isOver) throw new TransactionEnded()
    this.asked = query.sql
    this.isAsking = true
    try {
      return await this.#execute<R>(query)
    } finally {
      this.isAsking = false
      this.idleLooks = 0
    }
  }

  streamQuery(): never {
    throw new Error('what the writer reads, it reads as a whole')
  }
}
