import { eventsOnClose } from '#server/features/events/cancellation.ts'
import { eventsFoundByRoom } from '#server/features/events/found-by-room.ts'
import * as payouts from '#server/features/monetization/payouts.ts'
import * as accounts from '#server/features/monetization/seller-accounts.ts'
import type { OtherUpdates } from '#server/features/orders/provider-updates.ts'
import type { RoomHooks } from '#server/features/rooms/deps.ts'
import { syncMembership } from '#server/features/rooms/membership-sync.ts'
import { ticketsOnClose } from '#server/features/tickets/owning/cancellation.ts'
import { ticketsFoundByRoom } from '#server/features/tickets/search-text.ts'

/** What features above rooms do when a room changes. */
export const roomHooks: RoomHooks = {
  whenRetitled: [eventsFoundByRoom, ticketsFoundByRoom],
  onClose: [eventsOnClose, ticketsOnClose],
}

/** What features above orders do when an object of the payment provider changes. */
export const otherUpdates: OtherUpdates = {
  account: accounts.onProviderUpdate,
  application: accounts.onProviderUpdate,
  payout: payouts.onProviderUpdate,
  subscription: (deps, { account, ref }) => syncMembership(deps, account, ref),
}
