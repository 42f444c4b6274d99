import { createHash } from 'node:crypto'
import type { Database } from '../core/store.ts'

/** Faults of a call, before or after it takes effect. */
export const requestFaults = [
  'rate_limit',
  'lock_timeout',
  'in_use',
  'error',
  'error_after',
  'hang_after',
  'cut_after',
  'cut_before',
  'slow',
] as const
/** Faults of a webhook. */
export const webhookFaults = ['duplicate', 'reorder', 'delay', 'drop'] as const

export type RequestFault = (typeof requestFaults)[number]
export type WebhookFault = (typeof webhookFaults)[number]

export interface Rule {
  do: RequestFault | WebhookFault
  /** Calls: `POST`, and a path pattern with `*`. Webhooks: a pattern of event types. */
  method?: string
  path?: string
  type?: string
  /** How often; default: always. */
  times?: number
  /** Between 0 and 1; default: always. Deterministic per seed. */
  probability?: number
  seed?: number
  /** Duration of a slow, late or hanging response. */
  ms?: number
}
export interface Fault {
  id: number
  rule: Rule
  remaining: number | null
}
interface Row {
  id: number
  rule: string
  remaining: number | null
  draws: number
}

export const addFault = (db: Database, rule: Rule): number =>
  Number(
    db
      .prepare('insert into fault (rule, remaining) values (?, ?)')
      .run(JSON.stringify(rule), rule.times ?? null).lastInsertRowid,
  )

export const clearFaults = (db: Database) => db.prepare('delete from fault').run()

export const listFaults = (db: Database): Fault[] =>
  db
    .prepare<[], Row>('select * from fault order by id')
    .all()
    .map(({ id, rule, remaining }) => ({ id, rule: JSON.parse(rule), remaining }))

/** The fault that applies to this call, if any; counts its use. */
export const strikeRequest = (db: Database, method: string, path: string): Rule | null =>
  strike(
    db,
    (rule) =>
      isOneOf(requestFaults, rule.do) &&
      (rule.method ?? method) === method &&
      fits(rule.path, path),
  )

export const strikeWebhook = (db: Database, type: string): Rule | null =>
  strike(db, (rule) => isOneOf(webhookFaults, rule.do) && fits(rule.type, type))

function strike(db: Database, applies: (rule: Rule) => boolean): Rule | null {
  const rows = db
    .prepare<[], Row>('select * from fault where remaining is null or remaining > 0 order by id')
    .all()
  for (const row of rows) {
    const rule: Rule = JSON.parse(row.rule)
    if (!applies(rule)) continue
    const hit = chance(rule.seed ?? row.id, row.draws) < (rule.probability ?? 1)
    db.prepare('update fault set draws = draws + 1, remaining = remaining - ? where id = ?').run(
      +hit,
      row.id,
    )
    if (hit) return rule
  }
  return null
}

/** The n-th pseudorandom number of a seed, in [0, 1); n is stored, so that a restart changes nothing. */
export const chance = (seed: number, draw: number) =>
  createHash('sha256').update(`${seed} ${draw}`).digest().readUInt32BE() / 2 ** 32

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

const fits = (pattern: string | undefined, value: string) =>
  pattern === undefined ||
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`).test(value)
