import { sql } from 'kysely'

/** Whether a room's seller may take payments in convenience stores; asked only where a ticket offers it. */
export const takesKonbini = (table: 'event' | 'digital_ticket') =>
  sql<number | null>`case when ${sql.ref(`${table}.konbini_days`)} > 0 then
    (select konbini_payments from seller_account where seller_account.user_id = room.owner_id)
    end`.as('takes_konbini')
