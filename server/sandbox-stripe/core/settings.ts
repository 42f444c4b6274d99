import type { Database } from './store.ts'

/** What a test or a demo may set; kept in the file. */
export interface Settings {
  /** Calls a second for each operation; 0 is any number. The provider allows 25. */
  calls_per_second: number
  /** Days after a failed renewal on which the card is tried again. */
  retry_after_days: number[]
  /** What becomes of a subscription once no try is left. */
  after_retries: 'cancel' | 'unpaid' | 'past_due'
  /** The first pause after a webhook that failed; it doubles. */
  webhook_retry_ms: number
  /**
   * Seconds after a payment or refund until its balance transaction, and a charge's application fee, are written: null before.
   * The provider allows itself an hour (`automatic_async`).
   */
  late_seconds: number
  /** Whether a signature's time is the wall clock's or the moved clock's. */
  signature_clock: 'wall' | 'moved'
  /** How far the clock stands from the wall's. */
  clock_offset_ms: number
}

const defaults: Settings = {
  calls_per_second: 0,
  retry_after_days: [3, 5, 7],
  after_retries: 'cancel',
  webhook_retry_ms: 1_000,
  late_seconds: 0,
  signature_clock: 'wall',
  clock_offset_ms: 0,
}

const types: { [K in keyof Settings]: (value: unknown) => boolean } = {
  calls_per_second: Number.isInteger,
  retry_after_days: (value) => Array.isArray(value) && value.every(Number.isInteger),
  after_retries: (value) => ['cancel', 'unpaid', 'past_due'].includes(String(value)),
  webhook_retry_ms: Number.isInteger,
  late_seconds: (value) => Number.isInteger(value) && Number(value) >= 0,
  signature_clock: (value) => ['wall', 'moved'].includes(String(value)),
  clock_offset_ms: Number.isInteger,
}

export function readSettings(db: Database): Settings {
  const rows = db.prepare('select name, value from setting').all() as {
    name: string
    value: string
  }[]
  return {
    ...defaults,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])),
  }
}

/** The names that are no setting, or whose value is none; nothing is written if there is one. */
export function writeSettings(db: Database, given: Record<string, unknown>): string[] {
  const wrong = Object.entries(given)
    .filter(([name, value]) => !(name in types) || !types[name as keyof Settings](value))
    .map(([name]) => name)
  if (wrong.length > 0) return wrong
  const write = db.prepare('insert or replace into setting (name, value) values (?, ?)')
  for (const [name, value] of Object.entries(given)) write.run(name, JSON.stringify(value))
  return []
}
