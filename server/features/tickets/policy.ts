import { salesStart } from '#contract/shared/rules.ts'
import type { Schema } from '#server/db/schema.ts'
import { mayWorkDoor, type RoomRole } from '#server/features/rooms/policy.ts'

/** Drafts and cancelled tickets are visible to the owner and door staff; cancelled ones also to former holders. */
export const maySeeTicket = (
  who: RoomRole,
  status: Schema['digital_ticket']['status'],
  had: boolean,
) => status === 'published' || mayWorkDoor(who) || (status === 'cancelled' && had)

/** On sale until the start; seats may be sold out. */
export const isTicketOnSale = (
  { status, starts_at }: Pick<Schema['digital_ticket'], 'status' | 'starts_at'>,
  now: string,
) => status === 'published' && now < starts_at

/** Whether sales have begun: earlier money could not be held until the ticket is used. */
export const hasTicketSaleBegun = (
  { amount, valid_until }: Pick<Schema['digital_ticket'], 'amount' | 'valid_until'>,
  now: string,
) => (salesStart(amount, valid_until) ?? '') <= now

/** Settings are visible to door staff, too; only the owner changes them. */
export const maySetUpTicket = mayWorkDoor
