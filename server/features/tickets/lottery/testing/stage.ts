import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { lottery } from '#contract/lottery/calls.ts'
import { keptInText } from '#contract/lottery/kept-draw.ts'
import type { LotteryInput } from '#contract/lottery/shapes.ts'
import { verifyDraw } from '#contract/lottery/verify-draw.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import { recount } from '#server/jobs/recount.ts'
import { inHours } from '#server/testing/make.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createTyped } from '../../types/testing/stage.ts'

export const contribution = () => randomBytes(16).toString('base64url')

/** The ticket `night` of `aoi`, in ten days, with a lottery: open from hour 1 to 24, told at 25, over at 120. */
export async function createLottery(
  database: DatabaseName,
  {
    capacity = 2,
    types = [],
    ...changes
  }: { capacity?: number; types?: Partial<TicketTypeInput>[] } & Partial<LotteryInput> = {},
) {
  const stage = await createTyped(database, types, capacity)
  const { world, params } = stage
  if (types.length === 0)
    await world.db.updateTable('digital_ticket').set({ amount: 3_000 }).execute()
  const sale: LotteryInput = {
    opens_at: inHours(world, 1),
    closes_at: inHours(world, 24),
    announced_at: inHours(world, 25),
    ends_at: inHours(world, 120),
    ...{ buy_days: 1, max_group: 2, members_first: false, then_sold: false },
    ...changes,
  }
  const began = world.clock.now().getTime()
  const set = (input: Partial<LotteryInput> = {}) =>
    world.as('aoi')(lottery.setLottery, { params, body: { ...sale, ...input } })
  await set()
  const of = { params: { id: 'night' } }
  const text = async (name: string) => {
    const path = `/api/application/room/aoi/digitalTicket/night/lottery/${name}.txt`
    const answer = await world.fetch(path)
    return { status: answer.status, text: await answer.text(), tag: answer.headers.get('etag') }
  }
  const own = (user: string, invite?: string) =>
    world.as(user)(lottery.getApplication, { ...of, query: { ...(invite && { invite }) } })
  const applyAs = (
    user: string,
    { choices = [], invite }: { choices?: string[]; invite?: string | null } = {},
  ) =>
    world.as(user)(lottery.apply, {
      ...of,
      body: { choices, contribution: contribution(), ...(invite && { invite }) },
    })
  const start = (user: string, type?: string) =>
    world.as(user)(tickets.startTicketJoin, {
      ...of,
      body: { token: 'tok_visa', ...(type && { type }) },
    })
  return {
    ...stage,
    set,
    sale,
    text,
    own,
    apply: applyAs,
    begin: start,
    /** To so many hours after the lottery was set. */
    at: (hours: number) => world.clock.move(began + hours * HOUR_MS - world.clock.now().getTime()),
    /** All that is due: the list, the draw, later seats, mails. */
    async settle() {
      await world.serveWaiting()
      await world.deliver()
    },
    published: (user: string | null = null) => world.as(user)(lottery.getLottery, { params }),
    ownLottery: () => world.as('aoi')(lottery.getOwnLottery, { params }),
    withdraw: (user: string) => world.as(user)(lottery.withdrawApplication, of),
    async pay(user: string, type?: string) {
      const { paymentIntent } = await start(user, type)
      return stage.finish(user, paymentIntent.id)
    },
    /** Recomputes the draw from what is published. */
    async verify(
      ofPerson: { public_id: string | null; contribution: string | null } | null = null,
    ) {
      const { commitment, list_hash } = await world.as(null)(lottery.getLottery, { params })
      const [list, result] = [await text('list'), await text('result')]
      const published = {
        commitment,
        listHash: list_hash ?? '',
        list: list.text,
        result: result.text,
      }
      return verifyDraw(
        published,
        ofPerson && { id: ofPerson.public_id ?? '', contribution: ofPerson.contribution ?? '' },
      )
    },
    /** Names of the people whose seats are held, in the order of their names. */
    async winners(people: readonly string[]) {
      const states = await Promise.all(people.map(async (name) => [name, await own(name)] as const))
      return states.filter(([, { state }]) => state === 'won').map(([name]) => name)
    },
    /** No counter differs from the rows that it counts, and the ticket has as many seats taken as there are. */
    async isExactSeats() {
      expect(await recount(world.deps)).toEqual([])
      const count = async (table: 'issued_ticket' | 'hold' | 'seat_offer') => {
        const rows = await readTable(world.db, table)
        return rows.filter((row) =>
          'issued_at' in row
            ? ['valid', 'used'].includes(row.status)
            : 'released_at' in row
              ? row.released_at === null
              : row.closed_at === null,
        ).length
      }
      const [row] = await readTable(world.db, 'digital_ticket')
      const taken =
        (await count('issued_ticket')) + (await count('hold')) + (await count('seat_offer'))
      expect(row?.taken).toBe(taken)
    },
    async mailsTo(user: string) {
      await world.deliver()
      return world.mail.sent
        .filter(({ to }) => to === `${user}@room.test`)
        .map(({ subject }) => subject.replace(/^【.*】/, ''))
        .filter((subject) => /抽選|当選/.test(subject))
    },
    /** What a person kept of the draw who has but their emails. */
    keptBy: (user: string) =>
      keptInText(
        world.mail.sent
          .filter(({ to }) => to === `${user}@room.test`)
          .map(({ text }) => text)
          .join('\n'),
      ),
  }
}
export type LotteryStage = Awaited<ReturnType<typeof createLottery>>
