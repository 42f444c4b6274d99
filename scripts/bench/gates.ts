import { join } from 'node:path'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { newToken, secretHashOf } from '#server/features/door/gate-tokens.ts'
import { addRow } from '#server/testing/rows.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { type Folder, fillFolder } from './room.ts'

const GATES = 20
const TICKETS = 5_000
const ROUNDS = 3
const IN_ONE_STATEMENT = 500
const NIGHT = 'bench-night'
const ROOM = 'aoi'

interface Phone {
  id: string
  token: string
  /** The ETag of its list. */
  tag: string
}

/** Polls of many gates: a list that is built and signed, and an unchanged one (304). */
export async function gates(): Promise<Section> {
  await using folder = await fillFolder()
  const phones = await settle(folder)
  await using server = await folder.start()
  async function ask(phone: Phone, tag: string) {
    const path = `/api/application/room/${ROOM}/digitalTicket/${NIGHT}/gate/${phone.id}/bundle`
    const headers = { authorization: `Bearer ${phone.token}`, 'if-none-match': tag }
    const answer = await fetch(server.url + path, { headers })
    if (answer.status !== (tag ? 304 : 200))
      throw new Error(`a gate's poll was answered with ${answer.status}`)
    await answer.arrayBuffer()
    phone.tag = answer.headers.get('etag')!
  }
  // The first round assigns each gate its own numbers, which changes the lists of those before it.
  for (let round = 0; round < 2; round++) for (const phone of phones) await ask(phone, '')
  const buildTimes = await timed(phones, (phone) => ask(phone, ''))
  const same = await timed(phones, (phone) => ask(phone, phone.tag))
  const buildMedian = figure(buildTimes).median
  return {
    title: `Gates polling their list: ${GATES} gates, ${TICKETS.toLocaleString('en')} tickets`,
    rows: [
      rowOf('a list that is made and signed', buildTimes, buildMedian),
      rowOf('no news', same, buildMedian),
    ],
  }
}

/** A venue event with tickets, and phones at its gates. */
async function settle({ path }: Folder): Promise<Phone[]> {
  const engine = openSqlite(join(path, 'room.sqlite'))
  const { db } = engine
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const { room_id, id: holder_id } = await db
    .selectFrom('user')
    .innerJoin('room', 'room.owner_id', 'user.id')
    .select(['room.id as room_id', 'user.id'])
    .where('user.name', '=', ROOM)
    .executeTakeFirstOrThrow()
  const times = { opens_at: at(-1), starts_at: at(1), valid_until: at(4) }
  await addRow(db, 'digital_ticket', { ...times, id: NIGHT, room_id, capacity: TICKETS })
  const issued = (n: number) => ({
    id: `bench-${n}`,
    digital_ticket_id: NIGHT,
    holder_id,
    order_id: null,
    seq: n,
    number: String(n).padStart(4, '0'),
    gate_hint: '',
    status: 'valid' as const,
    credential: `bench-${n}`,
    generation: 1,
    hash: n.toString(16).padStart(32, '0'),
    issued_at: at(-2),
    used_at: null,
    used_gate_id: null,
  })
  for (let from = 1; from <= TICKETS; from += IN_ONE_STATEMENT) {
    const rows = Array.from({ length: IN_ONE_STATEMENT }, (_, n) => issued(from + n))
    await db.insertInto('issued_ticket').values(rows).execute()
  }
  const each = TICKETS / GATES
  const phones: Phone[] = []
  for (let n = 0; n < GATES; n++) {
    const id = `bench-gate-${n}`
    const token = newToken()
    await db
      .insertInto('gate')
      .values({
        id,
        digital_ticket_id: NIGHT,
        name: `入口${n}`,
        range_from: n * each + 1,
        range_to: (n + 1) * each,
        invite_hash: id,
        token_hash: secretHashOf(token),
        public_key: id,
        epoch: 0,
        held: '[]',
        admitted: 0,
        claimed_at: at(-1),
        last_sync_at: null,
        revoked_at: null,
        created_at: at(-1),
      })
      .execute()
    phones.push({ id, token, tag: '' })
  }
  await engine.close()
  return phones
}

async function timed(phones: readonly Phone[], ask: (phone: Phone) => Promise<void>) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const phone of phones) {
      const begun = performance.now()
      await ask(phone)
      times.push(performance.now() - begun)
    }
  return times
}

const rowOf = (what: string, times: number[], baseline: number): Row => ({
  what,
  figures: { ms: figure(times), '× a made one': figure(times.map((ms) => ms / baseline)) },
})

if (import.meta.main) await report('gates', gates)
