import * as z from 'zod'
import {
  clearable,
  field,
  line,
  links,
  picture,
  price,
  tags,
  text,
  tooLongText,
} from '../shared/form.schema.ts'
import { SEARCH_MAX } from '../shared/limits.ts'
import {
  ById,
  Flag,
  Instant,
  Member,
  Paging,
  Path,
  PaymentChoice,
  ShownPeople,
  TypedName,
  Yen,
} from '../shared/shared.schema.ts'
import { sortable } from '../shared/sort.schema.ts'
import { GENRE_IDS } from './genres.ts'
import { ROOM_MAX } from './limits.ts'
import { ROOM_TITLE_NEEDED } from './messages.ts'

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
  /** Color of the room's picture, for tickets; `#RRGGBB`. */
  tint: z.string().nullable(),
  genre: z.enum(GENRE_IDS).nullable(),
  tags: z.array(z.string()),
  owner: Member,
  room_menus: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  subscribed: z.boolean(),
  is_owner: z.boolean(),
  /** For members: their last visit; later threads are new to them. */
  seen_at: Instant.optional(),
  /** For members: they get no notifications of new threads and events here. */
  muted: z.boolean().optional(),
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
  /** Past due: when the room is locked, or was. Null if nothing is unpaid. */
  locks_at: Instant.nullable(),
})

/** A monthly payment in progress: what the browser has to do next. */
const PaymentBegun = z.object({
  result: z.enum(['succeeded', 'requires_action']),
  subscriptionId: z.string(),
  ownerId: z.string(),
  paymentIntent: z.object({ client_secret: z.string() }).nullable(),
})

export const SubscribedRoom = Room.extend({
  subscription: Subscription,
  /** New threads since the member's last visit. */
  unread: z.boolean(),
  /** Their number. */
  new_threads: z.int(),
  /** The next event that has not begun. */
  next_event: z.object({ id: z.string(), title: z.string(), start: Instant }).nullable(),
  on_air: z.boolean(),
})

export const RoomMember = Member.extend({
  joined_at: Instant,
  status: z.enum(['active', 'past_due', 'incomplete', 'left']),
  left_at: Instant.nullable(),
})

const StaffRole = z.enum(['moderator', 'door'])
export const Staff = Member.extend({ role: StaffRole })
const Appointed = z.object({
  name: TypedName,
  role: StaffRole,
})

/** Room fields. Omitted fields stay unchanged; an empty text removes a picture. */
const Writing = z.object({
  title: line
    .pipe(
      z
        .string()
        .min(1, { error: ROOM_TITLE_NEEDED })
        .max(ROOM_MAX.title, { error: tooLongText('ルーム名', ROOM_MAX.title) }),
    )
    .optional(),
  about: text
    .pipe(z.string().max(ROOM_MAX.about, { error: tooLongText('説明', ROOM_MAX.about) }))
    .optional(),
  amount: field(price),
  header_image: picture,
  icon_image: picture,
  room_menus: field(links),
  /** Empty: none. */
  genre: clearable(z.enum(GENRE_IDS, { error: 'ジャンルを選び直してください' })),
  /** Empty: none. */
  tags: tags.optional(),
})
export type RoomWriting = z.output<typeof Writing>

const MemberOrder = sortable(['joined', 'name', 'status', 'left'])

export const shapes = {
  listRooms: {
    query: Paging.extend({
      search: z.string().trim().max(SEARCH_MAX).optional(),
      sort: z.enum(['new', 'popular']).default('new'),
      /** 1: only rooms of official accounts. */
      official: z.coerce.number().pipe(Flag).optional(),
      genre: z.enum(GENRE_IDS).optional(),
      tag: z.string().max(SEARCH_MAX).optional(),
    }),
    output: z.array(Room),
  },
  listSubscribed: { query: Paging, output: z.array(SubscribedRoom) },
  startSubscription: {
    body: z.object({ room_id: z.string(), ...PaymentChoice }),
    output: PaymentBegun,
  },
  payPastDue: {
    params: ById,
    body: z.object(PaymentChoice),
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
  createRoom: { body: Writing, output: Room },
  changeRoom: { params: ById, body: Writing, output: Room },
  visitRoom: { params: ById },
  muteRoom: {
    params: ById,
    body: z.object({ muted: z.boolean() }),
    output: z.object({ muted: z.boolean() }),
  },
  closeRoom: { params: ById, output: z.object({ message: z.string() }) },
  getRoom: { params: ById, output: Room },
  listMembers: {
    params: ById,
    query: Paging.extend({
      ...MemberOrder,
      status: z.enum(['active', 'past_due', 'incomplete', 'left']).optional(),
      search: z.string().trim().max(SEARCH_MAX).optional(),
      format: z.enum(['json', 'csv']).default('json'),
    }),
    output: z.array(RoomMember),
  },
  listPublicMembers: { params: ById, output: ShownPeople },
  listStaff: { params: ById, output: z.array(Staff) },
  addStaff: { params: ById, body: Appointed, output: Staff },
  removeStaff: { params: ById, body: Appointed },
}
