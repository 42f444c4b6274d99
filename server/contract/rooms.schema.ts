import * as z from 'zod'
import { SEARCH_MAX } from './limits.ts'
import { ById, Flag, Instant, Member, Paging, Path, Payment, Yen } from './shared.schema.ts'

export const RoomState = z.literal([1, 8, 9])

export const Room = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  amount: Yen,
  subscribers: z.int(),
  state: RoomState,
  created_date: Instant,
  header_image_path: Path,
  icon_image_path: Path,
  /** The colour of its picture, for a ticket's paper; `#RRGGBB`. */
  tint: z.string().nullable(),
  owner: Member,
  room_menus: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  subscribed: z.boolean(),
  is_owner: z.boolean(),
  can: z.object({
    join: z.boolean(),
    post: z.boolean(),
    edit: z.boolean(),
    moderate: z.boolean(),
    read: z.boolean(),
  }),
})

export const Subscription = z.object({
  id: z.string(),
  status: z.enum(['active', 'past_due', 'incomplete']),
  amount: Yen,
  current_period_end: Instant.nullable(),
  cancel_at_period_end: z.boolean(),
  /** Behind with a renewal: when the room closes to them, or closed. Null while nothing is owed. */
  locks_at: Instant.nullable(),
})

/** A monthly payment that was begun: what is left for the browser to do. */
const PaymentBegun = z.object({
  result: z.enum(['succeeded', 'requires_action']),
  subscriptionId: z.string(),
  ownerId: z.string(),
  paymentIntent: z.object({ client_secret: z.string() }).nullable(),
})

export const SubscribedRoom = Room.extend({
  subscription: Subscription,
  /** Something was posted since the member last looked. */
  unread: z.boolean(),
  on_air: z.boolean(),
})

export const RoomMember = Member.extend({
  joined_at: Instant,
  status: z.enum(['active', 'past_due', 'incomplete', 'left']),
  left_at: Instant.nullable(),
})

export const Staff = Member.extend({ role: z.enum(['moderator', 'door']) })

export const shapes = {
  listRooms: {
    query: Paging.extend({
      search: z.string().trim().max(SEARCH_MAX).optional(),
      sort: z.enum(['new', 'popular']).default('new'),
      /** 1: only those of official accounts. */
      official: z.coerce.number().pipe(Flag).optional(),
    }),
    output: z.array(Room),
  },
  listSubscribed: { query: Paging, output: z.array(SubscribedRoom) },
  startSubscription: {
    body: z.object({ room_id: z.string(), ...Payment }),
    output: PaymentBegun,
  },
  payArrears: {
    params: ById,
    body: z.object(Payment),
    output: PaymentBegun,
  },
  subscribe: {
    body: z.object({ room_id: z.string(), subscriptionId: z.string().optional() }),
    output: z.object({
      room_id: z.string(),
      status: z.enum(['active', 'past_due', 'incomplete']),
    }),
  },
  unsubscribe: {
    params: ById,
    output: z.object({
      cancel_at_period_end: z.boolean(),
      current_period_end: Instant.nullable(),
    }),
  },
  closeRoom: { params: ById, output: z.object({ message: z.string() }) },
  getRoom: { params: ById, output: Room },
  listMembers: {
    params: ById,
    query: Paging.extend({
      status: z.enum(['active', 'past_due', 'incomplete', 'left']).optional(),
      search: z.string().trim().max(SEARCH_MAX).optional(),
    }),
    output: z.array(RoomMember),
  },
  listStaff: { params: ById, output: z.array(Staff) },
}
