import { expect } from 'vitest'
import { type PromotionInput, promotions } from '#contract/promotions/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import type { TicketTypeInput } from '#contract/tickets/ticket-types.schema.ts'
import { recount } from '#server/jobs/recount.ts'
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
    /** A payment that is begun, and made at the provider after the hold has ended. */
    async payLate(user: string, bought: Bought) {
      const { paymentIntent } = await start(user, bought)
      world.clock.move(HOLD_MS)
      await world.sweep()
      const status = 'requires_payment_method'
      world.payments.amend('payment_intent', paymentIntent.id, { status })
      return () => typed.finish(user, paymentIntent.id)
    },
    refusal: (message: string) => ({ status: 422, message, errors: { code: [message] } }),
    async orders() {
      return world.db.selectFrom('order').selectAll().orderBy('id').execute()
    },
    async isExactlyCounted() {
      expect(await recount(world.deps)).toEqual([])
      const codes = await world.db
        .selectFrom('promotion_code')
        .innerJoin('promotion', 'promotion.id', 'promotion_code.promotion_id')
        .select(['promotion_code.taken', 'promotion.seats'])
        .execute()
      for (const { taken, seats } of codes) expect(taken).toBeLessThanOrEqual(seats ?? taken)
    },
  }
}
export type Coded = Awaited<ReturnType<typeof createCoded>>
