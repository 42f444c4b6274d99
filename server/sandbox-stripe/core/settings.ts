import type { Database } from './store.ts'

/** Settings for tests and demos; stored in the file. */
export interface Settings {
  /** Calls per second and operation; 0: unlimited. The provider allows 25. */
  calls_per_second: number
  /** Days after a failed renewal on which it is retried. */
  retry_after_days: number[]
  /** State of a subscription after the last retry. */
  after_retries: 'cancel' | 'unpaid' | 'past_due'
  /** Pause before the first retry of a webhook; doubles each time. */
  webhook_retry_ms: number
  /**
   * Delay in seconds until the balance transaction of a payment or refund, and the application fee of a charge, are
   * written: null before. The provider allows itself an hour (`automatic_async`).
   */
  late_seconds: number
  /** Methods of payment that the platform has turned on, for itself and for sellers. */
  payment_methods: string[]
  /** Whether Apple can verify domains from now on. */
  apple_verifies: boolean
  /** Whether signatures use wall-clock or simulated time. */
  signature_clock: 'wall' | 'moved'
  /** Offset of the simulated clock from wall-clock time. */
  clock_offset_ms: number
}

const defaults: Settings = {
  calls_per_second: 0,
  retry_after_days: [3, 5, 7],
  after_retries: 'cancel',
  webhook_retry_ms: 1_000,
  late_seconds: 0,
  payment_methods: ['card', 'apple_pay', 'google_pay', 'konbini'],
  apple_verifies: true,
  signature_clock: 'wall',
  clock_offset_ms: 0,
}

const types: Record<string, (value: unknown) => boolean> = {
  calls_per_second: Number.isInteger,
  retry_after_days: (value) => Array.isArray(value) && value.every(Number.isInteger),
  after_retries: (value) => ['cancel', 'unpaid', 'past_due'].includes(String(value)),
  webhook_retry_ms: Number.isInteger,
  late_seconds: (value) => Number.isInteger(value) && Number(value) >= 0,
  payment_methods: (value) =>
    Array.isArray(value) && value.every((name) => typeof name === 'string'),
  apple_verifies: (value) => typeof value === 'boolean',
  signature_clock: (value) => ['wall', 'moved'].includes(String(value)),
  clock_offset_ms: Number.isInteger,
} satisfies { [K in keyof Settings]: (value: unknown) => boolean }

export function readSettings(db: Database): Settings {
  const rows = db
    .prepare<[], { name: string; value: string }>('select name, value from setting')
    .all()
  return {
    ...defaults,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])),
  }
}

/** Stores settings; returns unknown names and names with invalid values, in which case nothing is stored. */
export function writeSettings(db: Database, settings: Record<string, unknown>): string[] {
  const invalid = Object.entries(settings)
    .filter(([name, value]) => !types[name]?.(value))
    .map(([name]) => name)
  if (invalid.length > 0) return invalid
  const write = db.prepare('insert or replace into setting (name, value) values (?, ?)')
  for (const [name, value] of Object.entries(settings)) write.run(name, JSON.stringify(value))
  return []
}
