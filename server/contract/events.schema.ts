import * as z from 'zod'
import { SEARCH_MAX } from './limits.ts'
import { ById, Flag, Instant, Paging, Path, Payment, RoomRef, Yen } from './shared.schema.ts'

/** 0 upcoming, 1 on air, 2 stream over and talk still open, 3 ended. */
export const PublishmentFlg = z.literal([0, 1, 2, 3])

export const Event = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  start: Instant,
  end: Instant,
  amount: Yen,
  capacity: z.int(),
  remaining: z.int(),
  participants: z.int(),
  thumbnail_image_path: Path,
  live_talk: Flag,
  publishment_flg: PublishmentFlg,
  /** 0 none, 1 ready. */
  archive: Flag,
  archive_until: Instant.nullable(),
  archive_days: z.int(),
  sales_end: Instant,
  room: RoomRef,
  joined: z.boolean(),
  is_owner: z.boolean(),
  can: z.object({
    buy: z.boolean(),
    watch: z.boolean(),
    speak: z.boolean(),
    edit: z.boolean(),
    moderate: z.boolean(),
  }),
  notify: z.boolean(),
  cancelled: z.boolean(),
})

export const OwnEvent = Event.extend({
  sales: z.object({ tickets: z.int(), gross: Yen, net: Yen }),
  status: z.enum(['draft', 'published', 'cancelled']),
})

export const shapes = {
  listEvents: {
    query: Paging.extend({
      room: z.string().optional(),
      state: z.enum(['upcoming', 'live', 'archive', 'ended']).optional(),
      search: z.string().trim().max(SEARCH_MAX).optional(),
      sort: z.enum(['new', 'popular']).optional(),
    }),
    output: z.array(Event),
  },
  listJoined: { query: Paging, output: z.array(Event) },
  getEvent: { params: ById, output: Event },
  startJoin: {
    body: z.object({ event_id: z.string(), ...Payment }),
    output: z.object({
      paymentIntent: z.object({ id: z.string(), client_secret: z.string() }),
      ownerId: z.string(),
      hold_expires_at: Instant,
    }),
  },
  join: {
    body: z.object({ event_id: z.string(), paymentIntentId: z.string().optional() }),
    output: z.object({ event_id: z.string(), ticket_id: z.string(), number: z.int() }),
  },
  setNotify: {
    params: ById,
    body: z.object({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
  },
  listOwn: { query: Paging, output: z.array(OwnEvent) },
  getOwn: { params: ById, output: OwnEvent },
  cancelOwn: { params: ById, output: z.object({ message: z.string() }) },
}
