// The uses of codes by purchases. The caller holds the lock on the row of the ticket whose code it is.

import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Redemption } from '#server/db/schema/promotions.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'

/** Counts seats of a code; false if it is not good for so many. */
const take = (tx: Tx, codeId: Id, seats: number): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('promotion_code')
      .set((eb) => ({ taken: eb('taken', '+', seats) }))
      .where('id', '=', codeId)
      .where(
        sql<boolean>`not exists (select 1 from promotion where promotion.id = promotion_code.promotion_id
        and promotion.seats < promotion_code.taken + ${seats})`,
      )
      .returning('id'),
  )

/** Uses a code for a purchase; false if it is not good for so many seats. */
export async function redeem(tx: Tx, row: Redemption): Promise<boolean> {
  if (!(await take(tx, row.code_id, row.seats))) return false
  await tx.insertInto('redemption').values(row).execute()
  return true
}

export const findRedemption = (tx: Tx, orderId: Id) =>
  tx.selectFrom('redemption').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** Gives the seats of an order that failed unpaid back to its code, once. */
export async function release(tx: Tx, orderId: Id, now: string): Promise<void> {
  const released = await tx
    .updateTable('redemption')
    .set({ released_at: now })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning(['code_id', 'seats'])
    .executeTakeFirst()
  if (!released) return
  await tx
    .updateTable('promotion_code')
    .set((eb) => ({ taken: eb('taken', '-', released.seats) }))
    .where('id', '=', released.code_id)
    .execute()
}

/** Uses the code again for an order that was paid after it had failed; false if it is not good for so many seats now. */
export async function redeemAgain(tx: Tx, { id, code_id, seats }: Redemption): Promise<boolean> {
  if (!(await take(tx, code_id, seats))) return false
  await tx.updateTable('redemption').set({ released_at: null }).where('id', '=', id).execute()
  return true
}
