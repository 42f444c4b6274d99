import type { SaleDeps } from '#server/features/orders/product.ts'
import type { OnClose } from './close-room.ts'
import type { WhenRetitled } from './edit-room.ts'

/** What features above rooms do when a room changes. */
export interface RoomHooks {
  whenRetitled: readonly WhenRetitled[]
  onClose: readonly OnClose[]
}

/** Dependencies of changing and closing a room. */
export interface RoomDeps extends SaleDeps, RoomHooks {}
