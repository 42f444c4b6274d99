import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FEEDBACK_KEPT_DAYS } from '#contract/account/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { NOTIFICATIONS_KEPT_DAYS } from '#contract/notifications/limits.ts'
import { ASSIGNMENT_KEPT_DAYS, RECONCILIATION_KEPT_DAYS } from '#contract/operator/limits.ts'
import { REPORT_KEPT_DAYS } from '#contract/reports/limits.ts'
import { ENTRANT_KEPT_DAYS, ENTRY_KEPT_DAYS } from '#contract/tickets/limits.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { openDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { makeDigitalTicket, makeIssued, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld } from '#server/testing/world.ts'
import { purge } from './purge.ts'
import { RETENTION } from './retention.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/retention.md'), 'utf8')

/** Tables named in a section of the document, found by the rule in its title. */
function namedAs(rule: string): string[] {
  const section = page.split(/^## /m).find((text) => text.split('\n')[0]!.includes(`\`${rule}\``))!
  const lines = section.split('\n').slice(1)
  // First column of a table row; in a paragraph everything except sentences about single columns.
  const cells = lines
    .filter((line) => line.startsWith('|') || /^`/.test(line))
    .map((line) => (line.startsWith('|') ? line.split('|')[1]! : line))
  return [...cells.join(' ').matchAll(/`(\w+)`/g)].map(([, table]) => table!).sort()
}
const tablesOf = (rule: string) =>
  Object.entries(RETENTION)
    .filter(([, tableRule]) => tableRule === rule)
    .map(([table]) => table)
    .sort()

it.each([...new Set(Object.values(RETENTION))])(
  'document lists the same tables as the code: %s',
  (rule) => {
    expect(namedAs(rule)).toEqual(tablesOf(rule))
  },
)

/** Tables of the engine, and of the search index, whose texts are copies. */
const NOT_OURS = /^(sqlite_|search|migration)/

describe.each(databaseNames)('retention on %s', (database) => {
  it('has a rule for every table, and purges all that are marked as purged', async () => {
    const { engine, close } = await openDatabase(database)
    onTestFinished(close)
    const { rows } = await (database === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema()`
    ).execute(engine.db)
    const tables = rows.map(({ name }) => name).filter((name) => !NOT_OURS.test(name))
    expect(tables.sort()).toEqual(Object.keys(RETENTION).sort())
    const counts = await purge({ engine, clock: fakeClock(), log: memoryLog() })
    expect(Object.keys(counts).sort()).toEqual(tablesOf('purged'))
  })

  it('deletes rows exactly on their day', async () => {
    const world = await createWorld(database)
    onTestFinished(() => world.close())
    const created_at = world.clock.now().toISOString()
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeDigitalTicket(world, 'room-aoi', { id: 'hall', valid_until: created_at })
    const issued_ticket_id = await makeIssued(world, 'hall', 'fan')
    const tear = { id: 'tear', issued_ticket_id, holder_id: 'fan', torn_at: created_at }
    await world.add('tear', { ...tear, happened_at: created_at, received_at: created_at })
    const of = { digital_ticket_id: 'hall', user_id: 'fan' }
    await world.add('entrant', { ...of, needs: '車いす', name: '', contact: '', created_at })
    const paper = { issued_ticket_id, user_id: 'fan', name: '本名', credential: 'code' }
    await world.add('paper_ticket', { ...paper, generation: 0, created_at })
    await world.add('feedback', {
      id: 'said',
      user_id: 'fan',
      category: 'opinion',
      text: '意見です',
      created_at,
    })
    await world.add('report', {
      id: 'report',
      reporter_id: 'fan',
      kind: 'room',
      target_id: 'room-aoi',
      event_id: null,
      author_id: 'aoi',
      category: 'other',
      reason: 'わけ',
      evidence: '{"title":"言葉"}',
      status: 'dismissed',
      decided_by: null,
      decided_at: created_at,
      created_at,
      moderation_id: null,
    })
    await world.add('notification', {
      ...{ id: 'line', user_id: 'fan', kind: 'newThread', key: 'line', matter: 'line' },
      ...{ subject_id: 'thread', times: 1, created_at, read_at: null },
    })
    await world.add('reconciliation', {
      id: 'compared',
      state: 'done',
      actor_id: null,
      counted: '{}',
      total: 0,
      differences: '[]',
      created_at,
      finished_at: created_at,
    })
    const assignment = { kind: 'report', task_id: 'report', operator_id: 'fan' } as const
    await world.add('task_assignment', { ...assignment, assigned_at: created_at })
    const day: Record<string, number> = {
      report: REPORT_KEPT_DAYS,
      feedback: FEEDBACK_KEPT_DAYS,
      tear: ENTRY_KEPT_DAYS,
      entrant: ENTRANT_KEPT_DAYS,
      paper_ticket: ENTRANT_KEPT_DAYS,
      reconciliation: RECONCILIATION_KEPT_DAYS,
      task_assignment: ASSIGNMENT_KEPT_DAYS,
      notification: NOTIFICATIONS_KEPT_DAYS,
    }
    const purged = async () => {
      const counts = await purge(world.deps)
      return Object.keys(day).filter((table) => counts[table] === 1)
    }
    let now = 0
    for (const days of new Set(Object.values(day).sort((a, b) => a - b))) {
      world.clock.move(days * DAY_MS - 1 - now)
      expect(await purged()).toEqual([])
      world.clock.move(1)
      expect(await purged()).toEqual(Object.keys(day).filter((table) => day[table] === days))
      now = days * DAY_MS
    }
    const report = await world.db.selectFrom('report').selectAll().executeTakeFirstOrThrow()
    expect(report).toMatchObject({ evidence: '{}', reason: '', status: 'dismissed' })
  })
})
