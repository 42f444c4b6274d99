import { consents } from '#contract/consents/calls.ts'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { status } from '#contract/status/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { type Need, need } from '#pwa/lib/api/api.ts'
import { HELD } from '#pwa/lib/api/queries.ts'
import { paths } from '#pwa/lib/paths.ts'
import { type Needs, needs } from './needs.ts'

/** What every page of a member asks for, besides its own. */
const ALWAYS: Need[] = [
  need(site.getConfig, {}),
  need(status.getStatus, {}),
  need(consents.listConsents, {}),
]
const joinedEvents = need(events.listJoined, HELD)
const joinedRooms = need(rooms.listSubscribed, {})

/** Data of pages that a member gets besides what a visitor gets, or that only members have, by route path. */
const ofMember: Readonly<Record<string, Needs>> = {
  [paths.home]: () => [joinedEvents, joinedRooms],
  [paths.ticketBox]: () => [
    joinedEvents,
    need(tickets.listIssued, HELD),
    need(vouchers.listVouchers, {}),
    need(transfers.listOffers, {}),
    need(waitlist.listWaits, {}),
  ],
  [paths.registeredRooms]: () => [joinedRooms],
  [paths.messages]: () => [need(inbox.listConversations, {})],
  [paths.notifications]: () => [need(notifications.listNotifications, {})],
  '/community/:roomid/event/:eventid': ({ eventid: id = '' }) => [
    need(events.listAttendees, { params: { id } }),
  ],
  '/community/:roomid/talk/:talkid': ({ roomid = '', talkid = '' }) => [
    need(threads.listComments, { params: { roomid, threadid: talkid } }),
  ],
}

/** The data that a member's start asks for before the page is rendered. */
export const memberNeeds = (path: string, ...visit: Parameters<Needs>): Need[] => [
  ...(needs[path]?.(...visit) ?? []),
  ...(ofMember[path]?.(...visit) ?? []),
  ...ALWAYS,
]
