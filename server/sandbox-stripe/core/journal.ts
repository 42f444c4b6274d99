import type { Value } from './form.ts'
import type { Answer, ApiRequest } from './request.ts'
import type { Database } from './store.ts'

const MAX_ENTRIES = 50_000
const SECRET = /^(number|cvc|key|client_secret|account_number)$/

/** Records every call with its result. */
export function note(
  db: Database,
  at: number,
  request: ApiRequest,
  caller: string,
  answer: Answer | null,
): void {
  const { lastInsertRowid } = db
    .prepare(
      `insert into request (at, id, method, path, params, key, version, account, caller, status)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      at,
      request.id,
      request.method,
      request.path,
      JSON.stringify(masked(request.input)),
      request.key,
      request.version,
      request.account,
      caller,
      answer?.status ?? null,
    )
  const seq = Number(lastInsertRowid)
  if (seq % 1_000 === 0) db.prepare('delete from request where seq <= ?').run(seq - MAX_ENTRIES)
}

/** A person's data are masked, except file ids. */
const PERSON = 'individual'
const REFERENCE = /^file_/

/** Masks card numbers, secrets and personal data. */
function masked(value: Value, name = '', inPerson = false): Value {
  if (typeof value === 'string')
    return SECRET.test(name) || (inPerson && !REFERENCE.test(value)) ? '***' : value
  const within = inPerson || name === PERSON
  if (Array.isArray(value)) return value.map((one) => masked(one, '', within))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, masked(one, key, within)]),
  )
}

export interface Noted {
  seq: number
  at: number
  id: string
  method: string
  path: string
  params: object
  key: string | null
  version: string | null
  account: string | null
  caller: string
  status: number | null
}

/** All entries after that number, oldest first. */
export const notedSince = (db: Database, after: number): Noted[] =>
  db
    .prepare<[number], Omit<Noted, 'params'> & { params: string }>(
      'select * from request where seq > ? order by seq',
    )
    .all(after)
    .map((row) => ({ ...row, params: JSON.parse(row.params) }))
