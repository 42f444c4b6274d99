import { expect } from 'vitest'
import { type PromotionInput, promotions } from '#contract/promotions/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import type { DatabaseName } from '#server/testing/names.ts'
import { createTyped } from '../../types/testing/stage.ts'

/** New codes as the owner's form sends them: one, 20% off. */
export const promotionInput = (fields: Partial<PromotionInput> = {}): PromotionInput => ({
  ...{ code: 'HARU', count: 1, percent: 20, yen_off: null, presale: false },
  ...{ valid_from: null, valid_until: null, types: [], seats: null, per_person: null },
  ...fields,
})

interface Bought {
  code?: string
  type?: string
  seats?: number
  amount?: number
  method?: 'card' | 'konbini'
}

/** The evening `night` of `createTyped`, at ¥5,000 without types, up to three seats in a purchase. */
export async function createCoded(
  database: DatabaseName,
  types: Partial<TicketTypeInput>[] = [],
  capacity = 10,
) {
  const typed = await createTyped(database, types, capacity)
  const { world, params, owner } = typed
  const fields = types.length > 0 ? { max_seats: 3 } : { max_seats: 3, amount: 5_000 }
  await world.db.updateTable('digital_ticket').set(fields).execute()
  const ofNight = { params: { id: 'night' } }
  const start = (user: string, { method = 'card', ...bought }: Bought) => {
    const paying = method === 'card' ? { token: 'tok_visa' } : { method }
    return world.as(user)(tickets.startTicketJoin, { ...ofNight, body: { ...bought, ...paying } })
  }
  const make = (input: Partial<PromotionInput> = {}) =>
    owner()(promotions.createPromotion, { params, body: promotionInput(input) })
  return {
    ...typed,
    make,
    start,
    async buy(user: string, bought: Bought) {
      const { paymentIntent } = await start(user, bought)
      return typed.finish(user, paymentIntent.id)
    },
    take: (user: string, body: Bought) => world.as(user)(tickets.joinTicket, { ...ofNight, body }),
    read: (user: string, code: string) =>
      world.as(user)(promotions.readCode, { ...ofNight, body: { code } }),
    stop: (promotion: string, stopped: boolean) =>
      owner()(promotions.stopPromotion, { params: { ...params, promotion }, body: { stopped } }),
    list: () => owner()(promotions.listPromotions, { params }),
    /** Seats for which a code counts as used. */
    taken: async () => (await owner()(promotions.listPromotions, { params }))[0]!.taken,
    /** No seat is left, and no code stays taken, when all holds have ended. */
    async lapse() {
      world.clock.move(16 * 60_000)
      await world.sweep()
    },
    refusal: (message: string) => ({ status: 422, message, errors: { code: [message] } }),
    async orders() {
      return world.db.selectFrom('order').selectAll().orderBy('id').execute()
    },
    async isExactlyCounted() {
      await typed.isExact()
      for (const { taken, seats, codes } of await owner()(promotions.listPromotions, { params }))
        if (seats !== null) expect(taken).toBeLessThanOrEqual(seats * codes)
    },
  }
}
export type Coded = Awaited<ReturnType<typeof createCoded>>
