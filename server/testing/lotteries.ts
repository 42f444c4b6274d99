import { commitmentOf } from '#contract/lottery/draw.ts'
import { inHours, type Row } from './make.ts'
import type { World } from './world.ts'

/** A stored lottery that is open for applications. */
export async function makeLottery(world: World, ticketId: string, row: Row<'lottery'> = {}) {
  const secret = 'f'.repeat(64)
  await world.add('lottery', {
    ...{ opens_at: inHours(world, -1), closes_at: inHours(world, 10) },
    ...{ announced_at: inHours(world, 11), ends_at: inHours(world, 23) },
    ...{ buy_days: 1, max_group: 4, members_first: 0, then_sold: 0 },
    ...{ secret, commitment: commitmentOf(secret), list_hash: null, drawn_at: null },
    ...{ over_at: null, passed_places: null, created_at: inHours(world, -2) },
    ...row,
    digital_ticket_id: ticketId,
  })
}
