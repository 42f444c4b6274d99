import type { Schema } from '#server/db/schema.ts'
import { mayWorkDoor, type Standing } from '#server/features/rooms/policy.ts'

/** What is not, or no longer, on sale is seen by those who work with it; one that is called off by those who ever had it, too. */
export const maySeeTicket = (
  who: Standing,
  status: Schema['digital_ticket']['status'],
  had: boolean,
) => status === 'published' || mayWorkDoor(who) || (status === 'cancelled' && had)

/** Sold until it begins; there may be none left. */
export const isOnSale = (
  { status, starts_at }: Pick<Schema['digital_ticket'], 'status' | 'starts_at'>,
  now: string,
) => status === 'published' && now < starts_at

/** Its settings are the owner's to change; those at the doors have to know them. */
export const maySetUpTicket = mayWorkDoor
