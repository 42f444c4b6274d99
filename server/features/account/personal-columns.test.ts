import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { toCursor } from '#contract/lib/cursor.ts'
import { getVisibility } from '#server/features/operator/moderation/reported-content.ts'
import { RETENTION } from '#server/jobs/retention.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { type Column, nameOf, readColumns } from '#server/testing/schema-source.ts'
import { unzip } from '#server/testing/unzip.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import {
  type Filled,
  fillPersonalColumns,
  indexMarks,
  isPersonal,
  remaining,
} from './testing/personal-columns.ts'
import { createFullPerson, HER_PASSWORD } from './testing/whole-person.ts'

const columns = readColumns()

/** Types of columns without personal data, and of those with it. */
const NEUTRAL =
  /^(number|'…'|ProductKind|SeatedKind|LedgerAccount|Report\['kind'\]|Id|Instant|Day|Code|ClientId|ProviderRef|Secret|FilePath|OperatorText|Json)$/
const PERSONAL = /^(PersonalText|PublicText|PersonalJson|PersonalFile|PersonalSecret)$/

describe('columns of the schema', () => {
  it('say what their text is, and whose', () => {
    const unclear = columns.filter(
      (column) => !(isPersonal(column) ? PERSONAL : NEUTRAL).test(column.type),
    )
    expect(unclear.map((column) => `${nameOf(column)}: ${column.type}`)).toEqual([])
    expect(columns.filter(isPersonal).length).toBeGreaterThan(75)
  })

  it('that name a file end in `path`, and no others', () => {
    const wrong = columns.filter(
      ({ name, type }) => /(^|_)path$/.test(name) !== /^(PersonalFile|FilePath)$/.test(type),
    )
    expect(wrong.map(nameOf)).toEqual(['broadcast.folder'])
  })

  it('lead to a person by a column of the same row', () => {
    const known = new Set(columns.map(nameOf))
    const lost = columns.filter(isPersonal).filter(({ table, of }) => !known.has(`${table}.${of}`))
    expect(lost.map(nameOf)).toEqual([])
  })

  it('are in a table whose retention is that of personal data', () => {
    const wrong = columns.filter(
      (column) =>
        (column.purged && RETENTION[column.table as keyof typeof RETENTION] !== 'purged') ||
        (isPersonal(column) && RETENTION[column.table as keyof typeof RETENTION] === 'nobody'),
    )
    expect(wrong.map(nameOf)).toEqual([])
  })
})

const STEPS = `
  missing: select it in server/features/account/export/
  leaked: leave it out there
  left: blank it, or delete its row, in server/features/account/erasing/
  gone: erasing blanks what the schema says is \`Retained\`
`

describe.each(databaseNames)('personal columns on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await createFullPerson(world)
  })
  afterEach(() => world.close())

  /** Names of columns that are not in the export, of secrets that are, and of those that an account leaves behind. */
  async function check(all: Column[]) {
    const filled = await fillPersonalColumns(world, 'sakura', all)
    await indexMarks(world, 'sakura', filled)
    const exported = await readExport()
    const isExported = ({ mark }: Filled) => exported.includes(mark)
    const isWithheld = (column: Filled) => column.unexported || column.type === 'PersonalSecret'
    await world.as('sakura')(account.leave, { body: { password: HER_PASSWORD } })
    await world.deliver()
    const retained = filled.filter((column) => column.retained).map(nameOf)
    const left = await remaining(world, filled)
    return {
      missing: filled.filter((one) => !isWithheld(one) && !isExported(one)).map(nameOf),
      leaked: filled.filter((one) => isWithheld(one) && isExported(one)).map(nameOf),
      left: left.filter((place) => !retained.some((name) => place.startsWith(`${name}: `))),
      gone: retained.filter((name) => !left.some((place) => place.startsWith(`${name}: `))),
    }
  }

  async function readExport() {
    const headers = { authorization: `Bearer ${await world.tokenOf('sakura')}` }
    const answer = await world.fetch('/api/application/me/export', { headers })
    return Object.values(unzip(new Uint8Array(await answer.arrayBuffer()))).join('\n')
  }

  it('are exported and erased as their types say (69)', async () => {
    expect(await check(columns), STEPS).toEqual({ missing: [], leaked: [], left: [], gone: [] })
  })

  it('that strangers read are shown to operators of a report of them', async () => {
    const filled = await fillPersonalColumns(world, 'sakura', columns)
    const first = async (table: 'thread' | 'comment') =>
      (await readTable(world.db, table)).find(({ author_id }) => author_id === 'sakura')?.id ?? ''
    const targets = {
      user: 'sakura',
      room: 'room-sakura',
      event: 'past',
      thread: await first('thread'),
      comment: await first('comment'),
      talk: toCursor(1),
    }
    for (const kind of Object.keys(targets) as (keyof typeof targets)[]) {
      const event_id = kind === 'talk' ? 'on-air' : null
      const shown = JSON.stringify(
        await getVisibility(world.deps, { kind, target_id: targets[kind], event_id }),
      )
      const read = filled.filter(({ table, type }) => table === kind && type === 'PublicText')
      expect(read.length, kind).toBeGreaterThan(0)
      const hidden = read.filter(({ mark }) => !shown.includes(mark)).map(nameOf)
      const step =
        'select it in server/features/operator/moderation/reported-content-queries.ts, show it in reported-content.ts'
      expect(hidden, step).toEqual([])
    }
  })

  it('that neither the export nor the erasure knows are found', async () => {
    const added = { table: 'event', of: 'room_id', nullable: true } as const
    const plain = { unexported: false, retained: false, purged: false }
    await sql`alter table event add column remark text`.execute(world.db)
    await sql`alter table event add column remark_path text`.execute(world.db)
    const result = await check([
      { ...added, ...plain, name: 'remark', type: 'PublicText' },
      { ...added, ...plain, name: 'remark_path', type: 'PersonalFile' },
    ])
    expect(result.missing).toEqual(['event.remark', 'event.remark_path'])
    expect(result.left.sort()).toEqual([
      'event.remark: event',
      'event.remark_path: event',
      'event.remark_path: files',
    ])
  })
})
