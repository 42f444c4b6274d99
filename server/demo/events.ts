import { asSold, kindName } from '#contract/events/live-only.ts'
import { entryOf } from '#contract/lib/defined.ts'
import { KONBINI_DAYS } from '#contract/payments/konbini.ts'
import { joinTags, splitTags, tagKey } from '#contract/shared/tags.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { addCaptions } from './captions.ts'
import { readersOf } from './members.ts'
import { sell } from './money.ts'
import type { DemoPerson } from './people.ts'
import { scenePath } from './pictures.ts'
import type { DemoEventPlan } from './plans/event-plan.ts'
import { EVENT_PLANS } from './plans/event-plans.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'
import { addTalk } from './talk.ts'

type Event = Schema['event']
const plus = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** Adds every event with its tickets, payments and talk. */
export function addEvents(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
) {
  for (const plan of EVENT_PLANS) {
    const room = entryOf(rooms, plan.room)
    const event = addEvent(book, plan, room)
    for (const tag of splitTags(event.tags))
      book.add('event_tag', { tag: tagKey(tag), event_id: event.id })
    sellTickets(book, { plan, event, room, haru: entryOf(people, 'haru').id })
    if (plan.talk) addTalk(book, event, room, plan.talk)
    addWatching(book, plan, event)
    addBroadcast(book, event)
    if (plan.captions) addCaptions(book, event)
  }
}

function addEvent(book: Book, plan: DemoEventPlan, room: DemoRoom): Event {
  const { when, archiveDays = 0, flg = 0 } = plan
  const start_at =
    'minutesAgo' in when
      ? book.roundedAgo(when.minutesAgo)
      : inFuture(book, book.onDay(when.days, when.at, when.weekday), when.days >= 0)
  const end_at = plus(start_at, plan.lasts * MINUTE)
  const created_at = plus(start_at, -30 * DAY)
  return book.add('event', {
    id: book.newId(),
    room_id: room.id,
    title: plan.title,
    about: plan.about,
    tags: tagsOf(plan, room),
    start_at,
    end_at,
    amount: plan.amount,
    live_amount: plan.liveAmount ?? null,
    capacity: plan.capacity,
    taken: 0,
    waiting: 0,
    offer_hours: OFFER_HOURS.usual,
    resale_until: null,
    listed: 0,
    konbini_days: plan.amount > 0 ? KONBINI_DAYS.max : 0,
    participants: 0,
    last_number: 0,
    sales_end_at: flg === 3 ? start_at : plus(end_at, -30 * MINUTE),
    archive_days: archiveDays,
    archive: plan.archive ?? 0,
    archive_until: flg === 3 ? plus(end_at, archiveDays * DAY) : null,
    live_talk: plan.liveTalk ?? 1,
    publishment_flg: flg,
    status: plan.status ?? 'published',
    auto_start: 0,
    thumbnail_image_path: scenePath(plan.scene),
    slow_seconds: 0,
    ng_words: '[]',
    created_at: created_at < book.ago(0) ? created_at : book.ago(6 * DAY),
    updated_at: book.ago(3 * DAY),
    changes: 0,
    open_fields: '[]',
    moved_from: null,
    archive_deleted_at: null,
  })
}

/** The first tags of its room, and its own. */
const tagsOf = ({ tags = '' }: DemoEventPlan, room: DemoRoom) =>
  joinTags([...splitTags(room.tags).slice(0, 2), ...splitTags(tags)])

/** Watch time: most ticket holders watched most of it, and some of the others the archive. */
function addWatching(book: Book, { lasts }: DemoEventPlan, event: Event) {
  const { id, publishment_flg, archive } = event
  const ticketCount = book.rows.entitlement.filter(
    ({ subject_id, status }) => subject_id === id && status === 'valid',
  ).length
  if (publishment_flg === 0 || ticketCount === 0) return
  const came = Math.ceil(ticketCount * 0.8)
  const sum = { event_id: id, people: came, minutes: Math.round(came * lasts * 0.7) }
  const peak = Math.ceil(came * 0.9)
  book.add('watch_total', { ...sum, kind: 'live', peak })
  addMinutes(book, event, peak)
  const later = Math.floor(ticketCount * 0.3)
  if (archive === 0 || later === 0) return
  const seen = { event_id: id, people: later, minutes: Math.round(later * lasts * 0.5) }
  book.add('watch_total', { ...seen, kind: 'archive', peak: Math.ceil(later * 0.2) })
}

/** Each minute of the stream: people come in the first ten, and a few leave before the end. */
function addMinutes(book: Book, { id, start_at, end_at }: Event, peak: number) {
  const messages = new Map<string, number>()
  for (const { event_id, created_at } of book.rows.talk) {
    const minute = `${created_at.slice(0, 16)}:00.000Z`
    if (event_id === id) messages.set(minute, (messages.get(minute) ?? 0) + 1)
  }
  const start = Math.floor(Date.parse(start_at) / MINUTE) * MINUTE
  const length = Math.floor((Math.min(book.now, Date.parse(end_at)) - start) / MINUTE)
  for (let n = 0; n < length; n++) {
    const minute = new Date(start + n * MINUTE).toISOString()
    const came = Math.min(1, 0.35 + n / 15)
    const stayed = 0.97 - 0.25 * (n / length) ** 2 - 0.03 * Math.sin(n / 3)
    book.add('watch_minute', {
      event_id: id,
      minute,
      people: Math.max(1, Math.round(peak * came * stayed)),
      messages: messages.get(minute) ?? 0,
    })
  }
}

/** Broadcasts of live and past events: the ingest process plays a clip into them. */
function addBroadcast(book: Book, { id, publishment_flg, archive, start_at, end_at }: Event) {
  const onAir = publishment_flg === 1
  if (!onAir && archive !== 1) return
  const broadcast = book.newId()
  book.add('broadcast', {
    id: broadcast,
    event_id: id,
    state: onAir ? 'on_air' : 'ended',
    folder: `demo/${broadcast}`,
    gaps: '[]',
    started_at: start_at,
    ended_at: onAir ? null : end_at,
    bytes: null,
    kept_until: null,
  })
}

/** Keeps tonight's event in the future, also when the demo is filled after midnight or late in the evening. */
const inFuture = (book: Book, instant: string, coming: boolean) =>
  coming && instant < book.ago(-HOUR) ? plus(instant, DAY) : instant

interface Selling {
  plan: DemoEventPlan
  event: Event
  room: DemoRoom
  haru: string
}

function sellTickets(book: Book, { plan, event, room, haru }: Selling) {
  const readers = readersOf(book, room).filter((id) => id !== haru)
  const sold = Math.min(plan.sold, readers.length) - (plan.haru === 'held' ? 1 : 0)
  const buyers = book
    .some(readers, Math.max(0, sold))
    .map((id) => ({ id, at: boughtAt(book, event) }))
  if (plan.haru) buyers.push({ id: haru, at: boughtAt(book, event) })
  buyers.sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const [n, { id, at }] of buyers.entries())
    buy(book, plan, event, { id, at, number: n + 1, sellerId: room.owner_id, isFan: id === haru })
}

/** Within five weeks before the start, with a bias to the end. */
function boughtAt(book: Book, event: Event): string {
  const last = Math.min(book.now, Date.parse(event.start_at))
  return new Date(last - book.random() ** 1.4 * 34 * DAY - MINUTE).toISOString()
}

interface Buyer {
  id: string
  at: string
  number: number
  sellerId: string
  /** The fan's own, with every kind. */
  isFan: boolean
}

function stateOf(book: Book, plan: DemoEventPlan, { isFan }: Buyer) {
  if (plan.status === 'cancelled') return 'refunded'
  if (isFan) return plan.haru && plan.haru !== 'held' ? plan.haru : 'settled'
  // One failed refund, for the owner's pages.
  const stuck =
    plan.title.includes('山月記') && !book.rows.refund.some(({ state }) => state === 'open')
  return stuck ? 'refunding' : 'settled'
}

function buy(book: Book, plan: DemoEventPlan, event: Event, buyer: Buyer) {
  const state = stateOf(book, plan, buyer)
  // Every third buyer wants the live stream alone.
  const { amount, liveOnly } = asSold(event, buyer.number % 3 === 0)
  const order =
    plan.amount > 0
      ? sell(book, {
          buyerId: buyer.id,
          sellerId: buyer.sellerId,
          kind: 'event',
          productId: event.id,
          title: typedTitle(event.title, kindName(liveOnly)),
          amount,
          liveOnly,
          state,
          at: state === 'confirming' ? book.ago(4 * MINUTE) : buyer.at,
        })
      : null
  if (order && state === 'confirming')
    book.add('hold', {
      order_id: order.id,
      kind: 'event',
      subject_id: event.id,
      expires_at: book.ago(-11 * MINUTE),
      shortened_to: null,
      remind_at: null,
      reminded_at: null,
      released_at: null,
    })
  if (state === 'confirming' || state === 'failed') return
  book.add('entitlement', {
    id: book.newId(),
    user_id: buyer.id,
    kind: 'event',
    subject_id: event.id,
    order_id: order?.id ?? null,
    number: buyer.number,
    status: state === 'settled' ? 'valid' : 'revoked',
    granted_at: buyer.at,
    revoked_at: state === 'settled' ? null : book.ago(5 * HOUR),
    is_public: book.rows.user.find(({ id }) => id === buyer.id)?.publishes_attendance ?? 0,
    live_only: liveOnly ? 1 : 0,
  })
  if (event.publishment_flg === 0 && (buyer.isFan || book.random() < 0.4))
    book.add('event_notify', { event_id: event.id, user_id: buyer.id, created_at: buyer.at })
}
