import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { vi } from 'vitest'
import { lottery } from '#contract/lottery/calls.ts'
import type { LotteryInput } from '#contract/lottery/shapes.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import { typesForm } from '#server/testing/ticket-types.ts'
import { apiAs } from './api.ts'
import type { RunningServer } from './server.ts'

const HOUR = 3_600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const DRAWN_MS = 60_000

/** A published ticket of aoi's in ten days, for two people if nothing else is said. */
export async function createTicket(
  { url }: RunningServer,
  fields: Record<string, string>,
  types: Partial<TicketTypeInput>[] = [],
) {
  const owner = await apiAs(url, 'owner@example.com')
  const { id } = await owner(tickets.createTicket, {
    params: { roomid: 'aoi' },
    body: typesForm(types, {
      ...{ venue: '喫茶アオイ', capacity: '2', status: 'published' },
      ...(types.length === 0 && { amount: '3000' }),
      ...{ start: inHours(240), end: inHours(244), ...fields },
    }),
  })
  return { owner, id, params: { roomid: 'aoi', id }, path: `/community/aoi/e_ticket/${id}` }
}
type Ticket = Awaited<ReturnType<typeof createTicket>>

export function inDatabase<T>({ dataDir }: RunningServer, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(join(dataDir, 'room.sqlite'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Moves the times of a lottery, which takes days, with those of its winners' seats and of its emails. */
function move(server: RunningServer, id: string, times: Partial<LotteryInput>) {
  inDatabase(server, (db) => {
    for (const [name, at] of Object.entries(times))
      db.prepare(`update lottery set ${name} = ? where digital_ticket_id = ?`).run(at, id)
    if (times.announced_at === undefined) return
    db.prepare('update seat_offer set created_at = ? where subject_id = ?').run(
      ...[times.announced_at, id],
    )
    db.prepare("update outbox set due_at = ? where topic = 'lottery-news' and key like ?").run(
      ...[times.announced_at, `%${id}`],
    )
  })
}

/** Lets a ticket be drawn: applications are open. */
export async function openLottery(
  server: RunningServer,
  { owner, id, params }: Ticket,
  sale: Partial<LotteryInput> = {},
) {
  await owner(lottery.setLottery, {
    params,
    body: {
      ...{ opens_at: inHours(1), closes_at: inHours(24), announced_at: inHours(25) },
      ...{ ends_at: inHours(100), buy_days: 2, max_group: 2 },
      ...{ members_first: false, then_sold: false, ...sale },
    },
  })
  move(server, id, { opens_at: inHours(-1) })
  const read = () => owner(lottery.getLottery, { params })
  return {
    /** Closes it; resolves once the list is frozen and the draw is made. */
    async close() {
      move(server, id, { closes_at: inHours(-0.1) })
      await vi.waitUntil(
        () =>
          inDatabase(server, (db) =>
            db.prepare('select drawn_at from lottery where digital_ticket_id = ?').pluck().get(id),
          ),
        { timeout: DRAWN_MS, interval: 500 },
      )
    },
    /** Lets the minute of the results come. */
    async announce() {
      move(server, id, { announced_at: inHours(-0.05) })
      await vi.waitUntil(async () => (await read()).told, { timeout: DRAWN_MS, interval: 500 })
    },
  }
}
