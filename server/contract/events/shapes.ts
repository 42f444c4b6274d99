import * as z from 'zod'
import { konbiniDays } from '../payments/konbini-days.schema.ts'
import { RESALE_UNTIL_WRONG } from '../resale/messages.ts'
import { GENRE_IDS } from '../rooms/genres.ts'
import {
  clearable,
  field,
  flag,
  line,
  moment,
  picture,
  price,
  tags,
  text,
  tooLongText,
  whole,
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
  RoomRef,
  SeatStarted,
  ShownPeople,
  Yen,
} from '../shared/shared.schema.ts'
import { offerHours } from '../waitlist/offer-hours.schema.ts'
import { EVENT_MAX } from './limits.ts'

/** 0 upcoming, 1 on air, 2 stream over and talk still open, 3 ended. */
export const PublishmentFlg = z.literal([0, 1, 2, 3])

export const Event = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  tags: z.array(z.string()),
  start: Instant,
  end: Instant,
  /** Price of a ticket with everything. */
  amount: Yen,
  /** Price of a ticket without the archive (配信のみ); null: the event is sold in one kind. */
  live_amount: Yen.nullable(),
  capacity: z.int(),
  /** Seats that anybody may buy: none while people wait for one. */
  remaining: z.int(),
  /** Hours for which a freed seat is offered to a person who waits. */
  offer_hours: z.int(),
  /** Until when tickets may be given back and sold by 公式リセール; null: not at all. */
  resale_until: Instant.nullable(),
  /** The next ticket that is sold was given back by another holder. */
  resale: z.boolean(),
  /** Days within which a ticket may be paid in a convenience store; 0: by card only. */
  konbini_days: z.int(),
  participants: z.int(),
  thumbnail_image_path: Path,
  live_talk: Flag,
  publishment_flg: PublishmentFlg,
  /** 0 none, or not for the viewer, whose ticket is `live_only`; 1 ready. */
  archive: Flag,
  archive_until: Instant.nullable(),
  archive_days: z.int(),
  sales_end: Instant,
  room: RoomRef,
  /** The room's owner. */
  host: Member,
  joined: z.boolean(),
  /** The viewer's ticket is without the archive. */
  live_only: z.boolean(),
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
  /** Original start, if the owner moved it after tickets had been sold. */
  moved_from: Instant.nullable(),
  /** When the owner deleted the archive before its window closed. */
  archive_deleted_at: Instant.nullable(),
})

/**
 * A minute counts once per person, on any number of devices, if their player requested the picture in it. Owner and
 * staff are not counted. `peak`: most people in the same minute.
 */
const Watched = z.object({ people: z.int(), minutes: z.int(), peak: z.int() })

export const OwnEvent = Event.extend({
  audience: z.object({
    live: Watched,
    archive: Watched,
    /** Without deleted messages and the owner's own. */
    talk: z.object({ messages: z.int(), people: z.int() }),
  }),
  /** `unbooked`: part of `gross` that is not in `net` yet, until the provider reports its fees. */
  /** `live_only`: those of `tickets` that are without the archive. */
  sales: z.object({
    tickets: z.int(),
    live_only: z.int(),
    gross: Yen,
    net: Yen,
    unbooked: Yen,
  }),
  status: z.enum(['draft', 'published', 'cancelled']),
  auto_start: Flag,
  /** Seats sold, or reserved for a payment in progress. */
  taken: z.int(),
  /** People who wait for a seat. */
  waiting: z.int(),
  /** Tickets that are listed for 公式リセール, and those that it sold. */
  listed: z.int(),
  resold: z.int(),
  /** Whether a ticket was ever sold. */
  was_sold: z.boolean(),
  /** Fields that a draft leaves open: their values are placeholders. */
  open_fields: z.array(z.string()),
})

/** Fields of an event. Omitted or empty fields stay unchanged, except clearable ones. */
const Writing = z.object({
  title: field(
    line.pipe(z.string().max(EVENT_MAX.title, { error: tooLongText('タイトル', EVENT_MAX.title) })),
  ),
  about: text
    .pipe(z.string().max(EVENT_MAX.about, { error: tooLongText('説明', EVENT_MAX.about) }))
    .optional(),
  /** Empty: none. */
  tags: tags.optional(),
  start: field(moment('開始日時を正しく入力してください')),
  end: field(moment('終了日時を正しく入力してください')),
  amount: field(price),
  /** Empty: sold in one kind, with the archive. */
  live_amount: clearable(price),
  capacity: field(
    whole(
      1,
      EVENT_MAX.capacity,
      `定員は1〜${EVENT_MAX.capacity.toLocaleString('ja')}の整数で入力してください`,
    ),
  ),
  offer_hours: field(offerHours),
  /** Until when tickets may be given back by 公式リセール; empty: not at all. */
  resale_until: clearable(moment(RESALE_UNTIL_WRONG)),
  konbini_days: field(konbiniDays),
  /** Empty: sales end at the start. */
  sales_end: clearable(moment('販売終了日時を正しく入力してください')),
  /** Empty: no archive. */
  archive_days: clearable(
    whole(
      0,
      EVENT_MAX.archiveDays,
      `見逃し配信の日数は0〜${EVENT_MAX.archiveDays}の整数で入力してください`,
    ),
  ),
  live_talk: field(flag('トークの設定が正しくありません')),
  auto_start: field(flag('自動開始の設定が正しくありません')),
  status: field(z.enum(['draft', 'published'], { error: '公開の設定が正しくありません' })),
  thumbnail_image: picture,
})
export type EventWriting = z.output<typeof Writing>

export const shapes = {
  listEvents: {
    query: Paging.extend({
      room: z.string().optional(),
      state: z.enum(['upcoming', 'on_air', 'live', 'archive', 'ended']).optional(),
      search: z.string().trim().max(SEARCH_MAX).optional(),
      sort: z.enum(['new', 'popular']).optional(),
      /** 1: only events whose tickets are free. */
      free: z.coerce.number().pipe(Flag).optional(),
      /** Only events that start within seven days from now. */
      period: z.enum(['week']).optional(),
      /** Of the room. */
      genre: z.enum(GENRE_IDS).optional(),
      tag: z.string().max(SEARCH_MAX).optional(),
    }),
    output: z.array(Event),
  },
  listJoined: { query: Paging, output: z.array(Event) },
  getEvent: { params: ById, output: Event },
  listAttendees: { params: ById, output: ShownPeople },
  getAttendee: { params: ById.extend({ name: z.string() }), output: Member },
  startJoin: {
    /** `live_only`: without the archive, if the event is sold in two kinds. */
    body: z.object({
      event_id: z.string(),
      live_only: z.boolean().optional(),
      ...PaymentChoice,
    }),
    output: SeatStarted,
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
  createOwn: { body: Writing, output: OwnEvent },
  changeOwn: { params: ById, body: Writing, output: OwnEvent },
  getCalendar: { params: ById },
  cancelOwn: { params: ById, output: z.object({ message: z.string() }) },
}
