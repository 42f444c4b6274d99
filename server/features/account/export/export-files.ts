import { keysOf } from '#contract/lib/records.ts'
import type { Db } from '#server/db/schema.ts'
import { feePage } from '#server/features/monetization/fees/present.ts'
import { listInvoices } from '#server/features/monetization/fees/queries.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { receiptPage } from '#server/features/orders/receipts/present.ts'
import type { ReceiptRow } from '#server/features/orders/receipts/queries.ts'
import { pageFile } from '#server/features/orders/receipts/receipt-export.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { ZipEntry } from '#server/media/zip.ts'
import { FILES, type Section, startHere } from './readme.ts'
import * as self from './self-queries.ts'
import * as traded from './traded-queries.ts'
import * as written from './written-queries.ts'

interface Where {
  siteUrl: string
  now: Date
}

/** Receipts of each payment, by order id. */
type Receipts = Map<string, (ReceiptRow & { order_id: string })[]>

/** The files of one person's export, without secrets and without texts written by others. */
export async function filesOf(db: Db, userId: string, where: Where): Promise<ZipEntry[]> {
  const receiptsByOrder = Map.groupBy(await traded.receipts(db, userId), ({ order_id }) => order_id)
  const parts: Record<Section, unknown> = {
    ...(await aboutSelf(db, userId, where)),
    ...(await whatTheyWrote(db, userId, where)),
    ...(await whatTheyTraded(db, userId, receiptsByOrder)),
    room: await ownRoom(db, userId, where),
  }
  const sectionFiles = keysOf(parts).map((section) => ({
    name: `${FILES[section].name}.json`,
    content: `${JSON.stringify(parts[section], null, 2)}\n`,
  }))
  const readme = { name: 'はじめにお読みください.txt', content: startHere(where) }
  const invoices = (await listInvoices(db, userId)).map((paper) =>
    pageFile(where.siteUrl, `手数料の請求書/${paper.number}.html`, feePage([paper])),
  )
  return [readme, ...sectionFiles, ...receiptEntries(receiptsByOrder, where), ...invoices]
}

const addressOf = ({ siteUrl }: Where, path: string | null) =>
  path === null ? null : `${siteUrl}${publicUrl(path)}`

async function aboutSelf(db: Db, userId: string, where: Where) {
  const { icon_path, icon_small_path, ...facts } = await self.profile(db, userId)
  return {
    profile: {
      ...facts,
      icon: addressOf(where, icon_path),
      icon_small: addressOf(where, icon_small_path),
      links: await self.links(db, userId),
      former_names: await self.formerNames(db, userId),
      consents: await self.consents(db, userId),
    },
    settings: {
      notification: (await self.notification(db, userId)) ?? null,
      reminded_of: await traded.reminders(db, userId),
    },
    notifications: await self.notifications(db, userId),
    devices: {
      logins: await self.devices(db, userId),
      notified: await self.pushDevices(db, userId),
      passkeys: await self.passkeys(db, userId),
      social_logins: await self.identities(db, userId),
    },
    follows: {
      following: await self.following(db, userId),
      followers: await self.followers(db, userId),
    },
  }
}

async function whatTheyWrote(db: Db, userId: string, { siteUrl }: Where) {
  const media = await written.threadMedia(db, userId)
  const threads = (await written.threads(db, userId)).map((thread) => ({
    ...thread,
    // The files of a thread are for members only, so the export links to its page.
    address: `${siteUrl}/community/${thread.room}/talk/${thread.id}`,
    files: media
      .filter(({ thread_id }) => thread_id === thread.id)
      .map(({ kind, path, bytes }) => ({ kind, path, bytes })),
  }))
  return {
    threads,
    comments: {
      comments: await written.comments(db, userId),
      reactions: await written.reactions(db, userId),
    },
    messages: await written.messages(db, userId),
    talk: await written.talk(db, userId),
    feedback: {
      feedback: await written.feedback(db, userId),
      reports: await written.reports(db, userId),
      takedowns: await written.takedowns(db, userId),
      takedown_answers: await written.takedownAnswers(db, userId),
    },
    memberships: {
      joined: await written.memberships(db, userId),
      staff: await written.worksFor(db, userId),
      gates: await written.gates(db, userId),
    },
  }
}

const titled = <T extends { snapshot: string }>(rows: T[]) =>
  rows.map(({ snapshot, ...row }) => {
    const { title, discount = 0 } = snapshotOf({ snapshot })
    return { ...row, title, discount }
  })

async function whatTheyTraded(db: Db, userId: string, receiptsByOrder: Receipts) {
  return {
    payments: {
      payments: titled(await traded.orders(db, userId)).map((order) => ({
        ...order,
        receipts: (receiptsByOrder.get(order.id) ?? []).map(({ kind, number, issued_at }) => ({
          kind,
          number,
          issued_at,
        })),
      })),
      cards: await traded.cards(db, userId),
    },
    tickets: {
      events: await traded.seats(db, userId),
      entries: await traded.entries(db, userId),
      entrants: await traded.entrants(db, userId),
      companion_seats: await traded.companionSeats(db, userId),
      papers: await traded.papers(db, userId),
      codes: await traded.redemptions(db, userId),
      transfers: await traded.transfers(db, userId),
      waits: await traded.waits(db, userId),
      seat_offers: await traded.seatOffers(db, userId),
      applications: await traded.applications(db, userId),
      resales: await traded.resales(db, userId),
      watched: await traded.watched(db, userId),
    },
  }
}

/** The owner's part of an export; null without a room and without sales. */
async function ownRoom(db: Db, userId: string, where: Where) {
  const seller = await traded.seller(db, userId)
  const room = await written.room(db, userId)
  if (!room && !seller) return null
  const gates = room ? await written.ownGates(db, room.id) : []
  const codes = room ? await written.ownCodes(db, room.id) : []
  const types = room ? await written.ownTicketTypes(db, room.id) : []
  const { id = '', header_image_path = null, icon_image_path = null, ...facts } = room ?? {}
  return {
    room: room && {
      ...facts,
      header_image: addressOf(where, header_image_path),
      icon_image: addressOf(where, icon_image_path),
      menus: await written.roomMenus(db, id),
      stamps: (await written.stamps(db, id)).map(({ image_path, ...stamp }) => ({
        ...stamp,
        image: addressOf(where, image_path),
      })),
    },
    events: (await written.ownEvents(db, id)).map(({ thumbnail_image_path, ...event }) => ({
      ...event,
      thumbnail: addressOf(where, thumbnail_image_path),
    })),
    captions: await written.captions(db, id),
    digital_tickets: (await written.ownTickets(db, id)).map(({ image_path, ...ticket }) => ({
      ...ticket,
      image: addressOf(where, image_path),
      types: types
        .filter(({ digital_ticket_id }) => digital_ticket_id === ticket.id)
        .map(({ digital_ticket_id, ...type }) => type),
      codes: codes
        .filter(({ digital_ticket_id }) => digital_ticket_id === ticket.id)
        .map(({ digital_ticket_id, ...code }) => code),
      gates: gates
        .filter(({ digital_ticket_id }) => digital_ticket_id === ticket.id)
        .map(({ digital_ticket_id, ...gate }) => gate),
    })),
    sales: titled(await traded.sales(db, userId)),
    proceeds: await traded.proceeds(db, userId),
    payouts: await traded.payouts(db, userId),
    seller: seller ? { ...seller, seller: sellerFactsOf(seller) } : null,
  }
}

/** The receipts of each payment as printable pages. */
const receiptEntries = (receiptsByOrder: Receipts, where: Where): ZipEntry[] =>
  [...receiptsByOrder.values()].flatMap(([sale, ...returns]) =>
    sale === undefined
      ? []
      : [pageFile(where.siteUrl, `領収書/${sale.number}.html`, receiptPage(sale, returns))],
  )
