import { setTimeout } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely'
import { defined } from '#contract/lib/defined.ts'
import type { Log } from '#server/ports/log.ts'
import { isPassing } from './transact.ts'

/** How long another process may lock the file before a writer fails. */
export const BUSY_TIMEOUT_MS = 5000
const LONGEST_PAUSE_MS = 20
/** Limits how long a transaction waits for those after it, also when the disk is stuck. */
const MAX_GATHER_MS = 20
/** Statements that succeed while another process writes. */
const READS = /^\s*(select|explain|pragma)\b/i
const SELECTS = /^\s*select\b/i
/** Statements that may share a commit: others, such as `vacuum`, are refused within a transaction. */
const CHANGES = /^\s*(insert|update|delete|with)\b/i
/** Number of checks before an idle transaction is ended, so that a pause of our own process does not end it. */
const LOOKS = 10
/** Error message of an idle transaction that was ended. */
export const ENDED = 'a transaction that asked nothing was ended'

export interface WriterLimits {
  /** Timeout of an idle transaction; default: none. */
  idleMs?: number
  log?: Log
}

/** A database with a cache of its prepared statements. */
interface Databases {
  writer: Database
  caching: SqliteDatabase
  /** The same file by another connection, for queries outside of transactions; null if it has none. */
  reader: SqliteDatabase | null
}

/**
 * The only writing connection, used in turns (FIFO) by a transaction or a single statement. A query outside of a
 * transaction takes no turn: the reading connection answers it, with committed data.
 *
 * Another process may lock the file. SQLite's busy handler, which is off here, would block our whole process; with this
 * driver reads continue. Transactions take the lock at their start: one that reads first and writes later would fail after
 * another's write.
 *
 * Queued writers wait together: once the file has been locked for too long, the queued ones fail at once instead of
 * waiting for the timeout one after the other.
 *
 * Group commit: a commit waits for the disk, which takes longer than most transactions. While others are queued, a
 * transaction that is done stays open, and they follow it as savepoints, for as long as the last commit took. Each resolves
 * after the common commit. One that fails is rolled back alone. A single statement takes part as a transaction of its own.
 */
export class WriterDriver extends SqliteDriver {
  readonly #database: Database
  readonly #reading: SqliteDriver | null
  readonly #limits: WriterLimits
  /** When the file was first and last found locked by another process. */
  #held: { since: number; last: number } | null = null
  #plain?: DatabaseConnection
  #reader?: DatabaseConnection | undefined
  #turn: Turn | null = null
  readonly #line: { turn: Turn; begin: () => void }[] = []
  /** The transactions that are done and wait for the common commit. */
  readonly #done: PromiseWithResolvers<void>[] = []
  /** When the first of them was done. */
  #gathersSince = 0
  /** Duration of the last commit. */
  #commitMs = 0
  #watching?: NodeJS.Timeout

  constructor({ writer, caching, reader }: Databases, limits: WriterLimits) {
    super({ database: caching })
    this.#database = writer
    this.#reading = reader && new SqliteDriver({ database: reader })
    this.#limits = limits
  }

  override async init() {
    await super.init()
    this.#plain = await super.acquireConnection()
    await this.#reading?.init()
    this.#reader = await this.#reading?.acquireConnection()
    const { idleMs } = this.#limits
    if (idleMs) this.#watching = setInterval(() => this.#endIdle(), idleMs / LOOKS).unref()
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Turn((turn, query) => this.#execute(turn, query))
  }

  override async releaseConnection(turn?: DatabaseConnection) {
    if (turn === this.#turn) this.#next()
  }

  override async beginTransaction(turn: Turn) {
    await this.#take(turn)
    turn.isTransaction = true
    const start = this.#done.length > 0 ? 'savepoint turn' : 'begin immediate'
    await turn.executeQuery(CompiledQuery.raw(start))
    turn.hasBegun = true
  }

  override async commitTransaction(turn: DatabaseConnection) {
    if (turn !== this.#turn) throw new TransactionEnded()
    if (!this.#database.inTransaction) throw new RolledBackByEngine()
    if (this.#done.length > 0) await turn.executeQuery(CompiledQuery.raw('release savepoint turn'))
    await this.#waitForCommit()
  }

  /** An error here would hide the cause. */
  override async rollbackTransaction(turn: DatabaseConnection) {
    if (turn !== this.#turn) return
    this.#rollBack()
    await this.#waitForOthers()
  }

  override async destroy() {
    clearInterval(this.#watching)
    await super.destroy()
  }

  async #take(turn: Turn) {
    if (this.#turn) await new Promise<void>((begin) => this.#line.push({ turn, begin }))
    else this.#turn = turn
  }

  #next() {
    this.#turn = null
    if (this.#line.length === 0 || this.#hasGathered()) this.#commitDone()
    const next = this.#line.shift()
    if (!next) return
    this.#turn = next.turn
    next.begin()
  }

  /** Ends the present turn, whose work is done. */
  async #waitForCommit() {
    if (this.#done.length === 0) this.#gathersSince = performance.now()
    const done = Promise.withResolvers<void>()
    this.#done.push(done)
    this.#next()
    await done.promise
  }

  /** After a failure: what it met may be another's that is not committed yet, and its caller looks for that next. */
  async #waitForOthers() {
    if (this.#done.length > 0) await this.#waitForCommit().catch(() => {})
  }

  /** Those that are done have waited for others as long as a commit takes. */
  #hasGathered() {
    if (this.#done.length === 0) return false
    return performance.now() - this.#gathersSince > Math.min(this.#commitMs, MAX_GATHER_MS)
  }

  #commitDone() {
    if (this.#done.length === 0) return
    const startedAt = performance.now()
    try {
      this.#database.exec('commit')
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('rollback')
      return this.#lose(error)
    }
    this.#commitMs = performance.now() - startedAt
    for (const { resolve } of this.#done.splice(0)) resolve()
  }

  #lose(error: unknown) {
    for (const { reject } of this.#done.splice(0)) reject(error)
  }

  /** Rolls back the present transaction. SQLite does so by itself on a full disk, with all that wait for their commit. */
  #rollBack() {
    if (!this.#database.inTransaction) this.#lose(new RolledBackByEngine())
    else if (this.#done.length === 0) this.#database.exec('rollback')
    else this.#database.exec('rollback to savepoint turn; release savepoint turn')
  }

  #endIdle() {
    const turn = this.#turn
    if (!turn || turn.isAsking || turn.idleLooks++ < LOOKS) return
    turn.isOver = true
    if (turn.isTransaction) this.#rollBack()
    // The SQL identifies the place in the code, and contains no values.
    this.#limits.log?.error({ lastSql: turn.lastSql }, ENDED)
    this.#next()
  }

  async #execute<R>(turn: Turn, query: CompiledQuery): Promise<QueryResult<R>> {
    if (turn.isTransaction) {
      if (turn !== this.#turn) throw new TransactionEnded()
      // Otherwise each statement that follows would be stored by itself.
      if (turn.hasBegun && !this.#database.inTransaction) throw new RolledBackByEngine()
      return this.#ask(query)
    }
    const isSelect = SelectQueryNode.is(query.query) || SELECTS.test(query.sql)
    if (isSelect && this.#reader) return this.#reader.executeQuery<R>(query)
    await this.#take(turn)
    try {
      const isShared = this.#done.length > 0 || this.#line.length > 0
      if (isShared && CHANGES.test(query.sql)) return await this.#askTogether(query)
      this.#commitDone()
      return await this.#ask(query)
    } finally {
      if (turn === this.#turn) this.#next()
    }
  }

  async #ask<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = () => defined(this.#plain, 'the connection').executeQuery<R>(query)
    // A transaction holds the lock already.
    if (this.#database.inTransaction) return ask()
    const answer = await this.#withRetry(ask)
    if (!READS.test(query.sql)) this.#held = null
    return answer
  }

  /** A single statement that shares a commit. One that fails leaves nothing behind, by SQLite itself. */
  async #askTogether<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#done.length === 0) await this.#ask(CompiledQuery.raw('begin immediate'))
    const answer = await this.#ask<R>(query).catch(async (error: unknown) => {
      // After others, SQLite has undone the statement alone.
      if (this.#done.length === 0 || !this.#database.inTransaction) this.#rollBack()
      await this.#waitForOthers()
      throw error
    })
    await this.#waitForCommit()
    return answer
  }

  async #withRetry<T>(ask: () => Promise<T>): Promise<T> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await ask()
      } catch (error) {
        if (!isPassing(error) || this.#heldFor() >= BUSY_TIMEOUT_MS) throw error
      }
      await setTimeout(pause)
    }
  }

  /** Milliseconds for which the file has been locked; restarts after a pause, since the lock is then another one. */
  #heldFor(): number {
    const now = performance.now()
    const held = this.#held
    const since = held && now - held.last < BUSY_TIMEOUT_MS ? held.since : now
    this.#held = { since, last: now }
    return now - since
  }
}

/** Error of a query in a transaction that was ended; the transaction may be retried. */
class TransactionEnded extends Error {
  readonly code = 'SQLITE_ENDED'
  constructor() {
    super('this transaction asked nothing for too long and was ended')
  }
}

/** Error of a transaction whose writes SQLite has rolled back, as on a full disk. */
class RolledBackByEngine extends Error {
  readonly code = 'SQLITE_ROLLED_BACK'
  constructor() {
    super('SQLite rolled this transaction back')
  }
}

/** The connection of one transaction, or of statements that each have a turn of their own. */
class Turn implements DatabaseConnection {
  /** SQL of the last query. */
  lastSql = ''
  isAsking = false
  /** False for a single statement. */
  isTransaction = false
  hasBegun = false
  /** Number of checks that found it idle since. */
  idleLooks = 0
  isOver = false
  readonly #execute: <R>(turn: Turn, query: CompiledQuery) => Promise<QueryResult<R>>

  constructor(execute: <R>(turn: Turn, query: CompiledQuery) => Promise<QueryResult<R>>) {
    this.#execute = execute
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isOver) throw new TransactionEnded()
    this.lastSql = query.sql
    this.isAsking = true
    try {
      return await this.#execute<R>(this, query)
    } finally {
      this.isAsking = false
      this.idleLooks = 0
    }
  }

  streamQuery(): never {
    throw new Error('the writing connection cannot stream results')
  }
}
