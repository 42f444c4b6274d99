import { type RawBuilder, sql } from 'kysely'
import { FEEDBACK_KEPT_DAYS } from '#contract/account/limits.ts'
import { DEVICE_COOKIE_S, LOGIN_ATTEMPTS, REFRESH_COOKIE_S } from '#contract/auth/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { WATCH_KEPT_DAYS } from '#contract/live/limits.ts'
import { APPLICATION_KEPT_DAYS } from '#contract/lottery/limits.ts'
import { NOTIFICATIONS_KEPT_DAYS } from '#contract/notifications/limits.ts'
import { ASSIGNMENT_KEPT_DAYS, RECONCILIATION_KEPT_DAYS } from '#contract/operator/limits.ts'
import { IDEMPOTENCY_HOURS } from '#contract/shared/limits.ts'
import { ENTRANT_KEPT_DAYS, ENTRY_KEPT_DAYS } from '#contract/tickets/limits.ts'
import { WAIT_KEPT_DAYS } from '#contract/waitlist/limits.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/process/deps.ts'
import { anonymizeExpired } from './anonymize.ts'

/** Rows per delete, so that a buyer's request is not blocked for long. */
const BATCH_SIZE = 500
const OUTBOX_DAYS = 30
/** Retention of emails stored as files, if there is no mail server. */
const EMAIL_DAYS = 30

interface Rubbish {
  table: string
  /** Primary key: one column or several. */
  key: string | string[]
  where: RawBuilder<unknown>
}

/**
 * Deletes and empties expired rows, as defined in `retention.ts`, and returns their number per table. Rows of a clock
 * that was ahead expire by their own time: expiring them sooner could delete a session or key that is in use.
 */
export async function purge({ engine, clock, log }: Pick<Deps, 'engine' | 'clock' | 'log'>) {
  const deleted: Record<string, number> = {}
  for (const rubbish of listRubbish(clock.now()))
    deleted[rubbish.table] = (deleted[rubbish.table] ?? 0) + (await deleteAll(engine.db, rubbish))
  const counts = { ...deleted, ...(await anonymizeExpired(engine.db, clock.now())) }
  await engine.tidy()
  await engine.gatherStatistics()
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'purged')
  return counts
}

/** Longer than others, as it is one table: each entry a rule of `retention.ts`. */
function listRubbish(now: Date): Rubbish[] {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  /** Rows whose instant in this column is that long ago. */
  const older = (table: string, key: Rubbish['key'], column: string, ms: number): Rubbish => ({
    table,
    key,
    where: sql`${sql.ref(column)} <= ${before(ms)}`,
  })
  const ended = sql`created_at <= ${before(REFRESH_COOKIE_S * 1000)}
    and not exists (select 1 from refresh_token where session_id = session.id)`
  const entryOver = (days: number) => sql`exists (select 1 from issued_ticket
    join digital_ticket on digital_ticket.id = issued_ticket.digital_ticket_id
    where issued_ticket.id = issued_ticket_id
      and digital_ticket.valid_until <= ${before(days * DAY_MS)})`
  return [
    older('refresh_token', 'token_hash', 'expires_at', 0),
    // Before their session is deleted.
    {
      table: 'push_token',
      key: 'id',
      where: sql`session_id in (select id from session where revoked_at is not null
        union all select id from session where ${ended})`,
    },
    { table: 'session', key: 'id', where: ended },
    older('push_notice', 'id', 'created_at', OUTBOX_DAYS * DAY_MS),
    older('notification', 'id', 'created_at', NOTIFICATIONS_KEPT_DAYS * DAY_MS),
    { table: 'signed_link', key: 'id', where: sql`used_at is not null` },
    older('signed_link', 'id', 'expires_at', 0),
    older('idempotency', 'scope', 'created_at', IDEMPOTENCY_HOURS * HOUR_MS),
    older('known_device', ['user_id', 'hash'], 'last_used_at', DEVICE_COOKIE_S * 1000),
    older('password_attempt', 'key', 'started_at', LOGIN_ATTEMPTS.perMs),
    older('watch', ['event_id', 'kind', 'user_id'], 'last_minute', WATCH_KEPT_DAYS * DAY_MS),
    older('feedback', 'id', 'created_at', FEEDBACK_KEPT_DAYS * DAY_MS),
    older('task_assignment', ['kind', 'task_id'], 'assigned_at', ASSIGNMENT_KEPT_DAYS * DAY_MS),
    older('waitlist', 'id', 'closed_at', WAIT_KEPT_DAYS * DAY_MS),
    older('seat_offer', 'id', 'closed_at', WAIT_KEPT_DAYS * DAY_MS),
    older('reconciliation', 'id', 'created_at', RECONCILIATION_KEPT_DAYS * DAY_MS),
    // Nobody is admitted after the end of entry: newer rows need no check.
    {
      table: 'tear',
      key: 'id',
      where: sql`torn_at <= ${before(ENTRY_KEPT_DAYS * DAY_MS)} and ${entryOver(ENTRY_KEPT_DAYS)}`,
    },
    {
      table: 'device_binding',
      key: 'id',
      where: sql`created_at <= ${before(ENTRY_KEPT_DAYS * DAY_MS)} and ${entryOver(ENTRY_KEPT_DAYS)}`,
    },
    {
      table: 'entrant',
      key: ['digital_ticket_id', 'user_id'],
      where: sql`exists (select 1 from digital_ticket
        where digital_ticket.id = digital_ticket_id
          and digital_ticket.valid_until <= ${before(ENTRANT_KEPT_DAYS * DAY_MS)})`,
    },
    {
      table: 'paper_ticket',
      key: 'issued_ticket_id',
      where: sql`created_at <= ${before(ENTRANT_KEPT_DAYS * DAY_MS)}
        and ${entryOver(ENTRANT_KEPT_DAYS)}`,
    },
    // Of a person who holds no ticket, is offered none and buys none: a purchase that was not finished, an offer that was
    // refused. A payment number of a convenience store is open for days.
    {
      table: 'entrant',
      key: ['digital_ticket_id', 'user_id'],
      where: sql`created_at <= ${before(DAY_MS)}
        and not exists (select 1 from issued_ticket
          where issued_ticket.digital_ticket_id = entrant.digital_ticket_id
            and issued_ticket.holder_id = entrant.user_id)
        and not exists (select 1 from "order"
          where "order".kind = 'digital_ticket'
            and "order".subject_id = entrant.digital_ticket_id
            and "order".buyer_id = entrant.user_id and "order".state = 'open')
        and not exists (select 1 from transfer
          join issued_ticket on issued_ticket.id = transfer.issued_ticket_id
          where issued_ticket.digital_ticket_id = entrant.digital_ticket_id
            and transfer.to_id = entrant.user_id and transfer.status = 'offered')`,
    },
    {
      table: 'application',
      key: 'public_id',
      where: sql`exists (select 1 from digital_ticket
        where digital_ticket.id = digital_ticket_id
          and digital_ticket.valid_until <= ${before(APPLICATION_KEPT_DAYS * DAY_MS)})`,
    },
    older('outbox', 'id', 'done_at', OUTBOX_DAYS * DAY_MS),
  ]
}

async function deleteAll(db: Deps['db'], { table, key, where }: Rubbish): Promise<number> {
  const from = sql.table(table)
  const columns = sql.join([key].flat().map((column) => sql.ref(column)))
  const some = sql`select ${columns} from ${from} where ${where} limit ${BATCH_SIZE}`
  for (let deleted = 0; ; ) {
    const { rows } = await transact(db, (tx) =>
      sql`delete from ${from} where (${columns}) in (${some}) returning 1`.execute(tx),
    )
    deleted += rows.length
    if (rows.length < BATCH_SIZE) return deleted
  }
}

/** Also purges emails stored as files. */
export const purgeEmails = ({ mail, clock }: Pick<Deps, 'mail' | 'clock'>) =>
  mail.deleteBefore(new Date(clock.now().getTime() - EMAIL_DAYS * DAY_MS))
