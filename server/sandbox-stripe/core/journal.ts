import type { Value } from './form.ts'
import type { Answer, Asked } from './request.ts'
import type { Database } from './store.ts'

const MAX_KEPT = 50_000
const SECRET = /^(number|cvc|key|client_secret|account_number)$/

/** Notes every call, whatever becomes of it. */
export function note(
  db: Database,
  at: number,
  asked: Asked,
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
      asked.id,
      asked.method,
      asked.path,
      JSON.stringify(masked(asked.given)),
      asked.key,
      asked.version,
      asked.account,
      caller,
      answer?.status ?? null,
    )
  const seq = Number(lastInsertRowid)
  if (seq % 1_000 === 0) db.prepare('delete from request where seq <= ?').run(seq - MAX_KEPT)
}

/** A person, but for the pictures' references. */
const PERSON = 'individual'
const REFERENCE = /^file_/

/** No card number, no secret and nothing about a person stays in the file. */
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

/** Everything since that number, oldest first. */
export const notedSince = (db: Database, after: number): Noted[] =>
  (
    db.prepare('select * from request where seq > ? order by seq').all(after) as (Omit<
      Noted,
      'params'
    > & { params: string })[]
  ).map((row) => ({ ...row, params: JSON.parse(row.params) as object }))
