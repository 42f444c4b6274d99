// The ticket or the room that an email is about: drawn above its words, as it is when the email is sent.

import { ONLINE } from '#contract/events/messages.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import type { Db } from '#server/db/schema.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { Email, SeatedProductRef } from '#server/ports/mail.ts'
import type { EmailOf } from './copy.ts'
import { findEntry, findEvent, findIssued, findRoom } from './object-queries.ts'

/** Paths are of this site. */
export interface TicketObject {
  kind: 'ticket'
  title: string
  /** Start of the stream; for a venue its opening is `opens`. */
  starts: string
  opens: string | null
  place: string
  /** 整理番号; null for a stream, and for a ticket that is not the reader's. */
  number: string | null
  picture: string | null
  /** Null for a ticket that is not the reader's. */
  calendar: string | null
}

export interface RoomObject {
  kind: 'room'
  title: string
  picture: string | null
  /** Handle of the owner. */
  owner: string
  face: string | null
}

export type MailObject = TicketObject | RoomObject

/** `stream`: the reader's ticket of an event; `entry`: an issued ticket, whose number only its holder reads. */
type Subject =
  | { kind: 'room'; id: string }
  | { kind: 'stream'; id: string }
  | { kind: 'entry'; id: string; isOffer?: boolean }
  | { kind: 'seat'; product: SeatedProductRef }

type Subjects = { [K in Email['letter']]?: (email: EmailOf<K>) => Subject | null }

const ofRoom = ({ roomId }: { roomId?: string }): Subject | null =>
  roomId === undefined ? null : { kind: 'room', id: roomId }
const ofSeat = ({ product }: { product: SeatedProductRef }): Subject => ({ kind: 'seat', product })
const ofStream = ({ eventId }: { eventId: string }): Subject => ({ kind: 'stream', id: eventId })

const BOUGHT = { room: 'room', event: 'stream', digital_ticket: 'entry' } as const

/** Emails that show no ticket or room are not in it, as those about what was cancelled. */
const SUBJECTS: Subjects = {
  purchased: ({ kind, bought }) => (bought ? { kind: BOUGHT[kind], id: bought } : null),
  renewed: ofRoom,
  renewalFailed: ofRoom,
  roomLeft: ofRoom,
  roomLost: ofRoom,
  roomPriceLowered: ofRoom,
  roomClosed: ofRoom,
  eventReminder: ofStream,
  eventChanged: ofStream,
  entryChanged: ({ ticketId: id }) => ({ kind: 'entry', id }),
  entryReminder: ({ ticketId: id }) => ({ kind: 'entry', id }),
  ticketGiven: ({ ticketId: id }) => ({ kind: 'entry', id }),
  ticketOffered: ({ ticketId: id }) => (id ? { kind: 'entry', id, isOffer: true } : null),
  seatOffered: ofSeat,
  seatOfferEnding: ofSeat,
  lotteryApplied: ofSeat,
  lotteryWon: ofSeat,
}

export function subjectOf(email: Email): Subject | null {
  // The table has typed each function by the kind of email under which it stands.
  const find = SUBJECTS[email.letter] as ((email: Email) => Subject | null) | undefined
  return find?.(email) ?? null
}

/** What the email shows; null if it shows nothing, or what it was about is gone. */
export async function objectOf(db: Db, email: Email): Promise<MailObject | null> {
  const subject = subjectOf(email)
  if (!subject) return null
  if (subject.kind === 'room') return roomObject(db, subject.id)
  if (subject.kind === 'stream') return streamObject(db, subject.id, true)
  if (subject.kind === 'entry') return issuedObject(db, subject.id, subject.isOffer ?? false)
  const { kind, id } = subject.product
  return kind === 'event' ? streamObject(db, id, false) : entryObject(db, id)
}

async function roomObject(db: Db, id: string): Promise<RoomObject | null> {
  const room = await findRoom(db, id)
  // A suspended person's pictures and name are shown to nobody.
  if (!room || room.state === 9 || room.status !== 'active') return null
  return {
    kind: 'room',
    title: room.title,
    picture: publicUrl(room.header_image_path),
    owner: room.name,
    face: publicUrl(room.icon_small_path),
  }
}

/** `number`: null if the ticket is not the reader's. */
interface Own {
  type: string | null
  number: string | null
}

async function streamObject(db: Db, id: string, isOwn: boolean): Promise<TicketObject | null> {
  const event = await findEvent(db, id)
  if (event?.status !== 'published') return null
  return {
    kind: 'ticket',
    title: event.title,
    starts: event.start_at,
    opens: null,
    place: ONLINE,
    number: null,
    picture: publicUrl(event.thumbnail_image_path),
    calendar: isOwn ? `${API_BASE}/event/${id}/calendar.ics` : null,
  }
}

async function entryObject(db: Db, id: string, own?: Own): Promise<TicketObject | null> {
  const ticket = await findEntry(db, id)
  if (ticket?.status !== 'published') return null
  return {
    kind: 'ticket',
    title: typedTitle(ticket.title, own?.type ?? null),
    starts: ticket.starts_at,
    opens: ticket.opens_at,
    place: ticket.venue,
    picture: publicUrl(ticket.image_path),
    number: own?.number ?? null,
    calendar: own?.number
      ? `${API_BASE}/room/${ticket.name}/digitalTicket/${id}/calendar.ics`
      : null,
  }
}

async function issuedObject(db: Db, id: string, isOffer: boolean): Promise<TicketObject | null> {
  const issued = await findIssued(db, id)
  if (issued?.status !== 'valid') return null
  const { digital_ticket_id, type, number } = issued
  return entryObject(db, digital_ticket_id, { type, number: isOffer ? null : number })
}
