import type { Clock } from './clock.ts'
import { missing } from './failures.ts'
import { type Hidden, type Kind, type Kinds, newIdOf } from './kinds.ts'
import type { Bounds } from './params.ts'
import { readSettings, type Settings } from './settings.ts'
import type { Database } from './store.ts'

/** The call that caused a change; null for scheduled jobs. */
export interface Cause {
  id: string | null
  idempotency_key: string | null
}

export interface Page {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Bounds | undefined
}
/** Filter: equal to, one of, or not equal to. */
export type Where = Record<string, string | boolean | string[] | { not: string } | undefined>

/** An account's objects within the current transaction. '': the platform. */
export interface Scope {
  readonly db: Database
  readonly clock: Clock
  readonly account: string
  readonly cause: Cause
  readonly publicUrl: string
  readonly settings: Settings
  /** Seconds, as Stripe counts. */
  now(): number
  as(account: string): Scope
  newId(kind: Kind): string
  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** The object, or Stripe's 404 error. */
  take<K extends Kind>(kind: K, id: string, param?: string): Kinds[K]
  hidden(id: string): Hidden
  put<K extends Kind>(object: Kinds[K], hidden?: Hidden): Kinds[K]
  /** Newest first. A key may be a path into the object: `metadata.order`. */
  list<K extends Kind>(kind: K, where?: Where, page?: Page): { data: Kinds[K][]; has_more: boolean }
}

interface Row {
  seq: number
  data: string
  hidden: string
}
/** Whose objects a query is about. */
interface Owner {
  db: Database
  account: string
}
const ALL = Number.MAX_SAFE_INTEGER

export function createScope(
  world: { db: Database; clock: Clock; publicUrl: string },
  account: string,
  cause: Cause = { id: null, idempotency_key: null },
): Scope {
  const { db, clock } = world
  const owner = { db, account }
  return {
    ...world,
    account,
    cause,
    get settings() {
      return readSettings(db)
    },
    now: () => Math.floor(clock.nowMs() / 1000),
    as: (other) => createScope(world, other, cause),
    newId: newIdOf,
    find: (kind, id) => findObject(owner, kind, id),
    take(kind, id, param = 'id') {
      const object = findObject(owner, kind, id)
      if (!object) throw missing(kind, id, param)
      return object
    },
    hidden: (id) => hiddenOf(findRow(owner, id)),
    put: (object, hidden) => putObject(owner, object, hidden),
    list: (kind, where = {}, page = {}) => listObjects(owner, kind, where, page),
  }
}

const findRow = ({ db, account }: Owner, id: string) =>
  db
    .prepare<[string, string], Row>(
      'select seq, data, hidden from object where account = ? and id = ?',
    )
    .get(account, id)

function findObject<K extends Kind>(owner: Owner, kind: K, id: string): Kinds[K] | undefined {
  const row = findRow(owner, id)
  const object: Kinds[K] | undefined = row && JSON.parse(row.data)
  return object?.object === kind ? object : undefined
}

const hiddenOf = (row: Row | undefined): Hidden => JSON.parse(row?.hidden ?? '{}')

function putObject<K extends Kind>(owner: Owner, object: Kinds[K], hidden?: Hidden): Kinds[K] {
  const { db, account } = owner
  const known = findRow(owner, object.id)
  const data = JSON.stringify(object)
  const mergedHidden = JSON.stringify({ ...hiddenOf(known), ...hidden })
  if (known)
    db.prepare('update object set data = ?, hidden = ? where seq = ?').run(
      data,
      mergedHidden,
      known.seq,
    )
  else
    db.prepare(
      'insert into object (account, id, kind, created, data, hidden) values (?, ?, ?, ?, ?, ?)',
    ).run(account, object.id, object.object, object.created ?? 0, data, mergedHidden)
  return object
}

function listObjects<K extends Kind>(
  owner: Owner,
  kind: K,
  where: Where,
  page: Page,
): { data: Kinds[K][]; has_more: boolean } {
  const conditions = ['account = ?', 'kind = ?', 'hidden not like \'%"deleted":true%\'']
  const values: unknown[] = [owner.account, kind]
  const ask = (condition: string, value: unknown) => {
    conditions.push(condition)
    values.push(value)
  }
  for (const [path, value] of Object.entries(where))
    if (value !== undefined) ask(...comparison(`json_extract(data, '$.${path}')`, value))
  for (const [name, sign] of bounds)
    if (page.created?.[name] !== undefined) ask(`created ${sign} ?`, page.created[name])
  const cursor = page.starting_after ?? page.ending_before
  if (cursor !== undefined) {
    const start = findRow(owner, cursor)
    if (!start)
      throw missing(kind, cursor, page.starting_after ? 'starting_after' : 'ending_before')
    ask(`seq ${page.starting_after ? '<' : '>'} ?`, start.seq)
  }
  const backwards = page.ending_before !== undefined
  const limit = page.limit ?? ALL
  const rows = owner.db
    .prepare<unknown[], { data: string }>(
      `select data from object where ${conditions.join(' and ')}
       order by seq ${backwards ? 'asc' : 'desc'} limit ?`,
    )
    .all(...values, limit === ALL ? -1 : limit + 1)
  const data = rows.slice(0, limit).map(({ data }) => JSON.parse(data))
  return { data: backwards ? data.reverse() : data, has_more: rows.length > limit }
}

function comparison(place: string, value: NonNullable<Where[string]>): [string, string | number] {
  if (Array.isArray(value))
    return [`${place} in (select value from json_each(?))`, JSON.stringify(value)]
  if (typeof value === 'object') return [`${place} is not ?`, value.not]
  return [`${place} = ?`, typeof value === 'boolean' ? +value : value]
}

const bounds = [
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
] as const
