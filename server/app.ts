import { Hono } from 'hono'
import { API_BASE } from '#contract/endpoint.ts'
import { CALLS } from '#contract/limits.ts'
import { live } from '#contract/live.ts'
import { REFUSED } from '#contract/messages.ts'
import type { Deps, GivenDeps } from './deps.ts'
import { accountRoutes } from './features/account/routes.ts'
import { unsubscribingRoutes } from './features/account/unsubscribing.ts'
import { accessTokens } from './features/auth/access-token.ts'
import { confirmations } from './features/auth/confirming.ts'
import { type AuthParts, authParts } from './features/auth/parts.ts'
import { passkeyRoutes } from './features/auth/passkeys/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { gateKeepers } from './features/door/keeper.ts'
import { doorRoutes } from './features/door/routes.ts'
import type { WhenUsed } from './features/door/settling.ts'
import { tellUsed } from './features/door/telling.ts'
import {
  EVENT_CANCEL,
  type EventCancelling,
  eventCancelling,
} from './features/events/cancelling.ts'
import { eventsFoundByRoom } from './features/events/found-by-room.ts'
import { tellLate } from './features/events/late.ts'
import { eventNoticeHolds, eventReminders, REMIND } from './features/events/reminders.ts'
import { reportableEvent } from './features/events/reportable.ts'
import { eventRoutes } from './features/events/routes.ts'
import { eventSubject } from './features/events/sale.ts'
import { EVENT_MOVED, movedTelling } from './features/events/telling.ts'
import { ANNOUNCE, announcing } from './features/inbox/announcing.ts'
import { hasUnread } from './features/inbox/queries.ts'
import { reportableMessage } from './features/inbox/reportable.ts'
import { inboxRoutes } from './features/inbox/routes.ts'
import { ARCHIVE_DELETE } from './features/live/archive-deletion.ts'
import { liveRoutes } from './features/live/routes.ts'
import { createStreams, type Streams } from './features/live/streams.ts'
import { reportableTalk } from './features/live/talk/report.ts'
import { openTalk, type Talk } from './features/live/talk/talk.ts'
import { type Accounts, SELLER_STOPPED, sellerAccounts } from './features/monetization/accounts.ts'
import { sellerPayouts } from './features/monetization/payouts.ts'
import { monetizationRoutes } from './features/monetization/routes.ts'
import { newsRoutes } from './features/news/routes.ts'
import { FEE_CHANGE, feeChanges } from './features/operator/fee/telling.ts'
import {
  type BooksCompared,
  RECONCILE,
  reconciliation,
} from './features/operator/reconciliation/reconciliation.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import {
  SUSPENSION,
  type SuspensionFollowing,
  suspensionFollowing,
} from './features/operator/suspensions/following.ts'
import { disputing, FEE_BACK } from './features/orders/disputes.ts'
import { REFUND } from './features/orders/refund-reasons.ts'
import { refunding } from './features/orders/refunds.ts'
import { createRenewals } from './features/orders/renewals.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { createSales, type Sales } from './features/orders/sales.ts'
import type { Subjects } from './features/orders/subject.ts'
import { watchPayments } from './features/orders/watch.ts'
import { createCatchUp } from './features/payments/catch-up.ts'
import { NOTICE } from './features/payments/intake.ts'
import { mountNotices } from './features/payments/notices.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { userText } from './features/profile/member.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { NOTICE as PERSON_TOLD } from './features/push/post.ts'
import { pushRoutes } from './features/push/routes.ts'
import { type StillTrue, sending } from './features/push/sending.ts'
import { noticeHandler } from './features/push/telling.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { ROOM_CLOSE, type RoomClosing, roomClosing } from './features/rooms/closing.ts'
import { feeFollowing, MEMBERSHIP_FEE } from './features/rooms/fee-following.ts'
import { createMemberships, type Memberships } from './features/rooms/memberships.ts'
import { ROOM_NEWS, roomNewsHandler } from './features/rooms/news.ts'
import { reportableRoom, reportableUser } from './features/rooms/reportable.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { roomSubject } from './features/rooms/sale.ts'
import { consentKeeper } from './features/site/consents.ts'
import { contentGate } from './features/site/gate.ts'
import { type SiteParts, siteRoutes } from './features/site/routes.ts'
import { createSwitches } from './features/site/switches.ts'
import { troubleWatch } from './features/site/troubles.ts'
import { socialRoutes } from './features/social/routes.ts'
import { reportableComment, reportableThread } from './features/threads/reportable.ts'
import { threadRoutes } from './features/threads/routes.ts'
import { threadNoticeHolds } from './features/threads/telling.ts'
import { transferRoutes } from './features/tickets/holding/transfer-routes.ts'
import {
  TICKET_CANCEL,
  type TicketCancelling,
  ticketCancelling,
} from './features/tickets/owning/cancelling.ts'
import { entryNoticeHolds, entryReminders, REMIND_ENTRY } from './features/tickets/reminders.ts'
import { ticketRoutes } from './features/tickets/routes.ts'
import { digitalTicketSubject } from './features/tickets/sale.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { bannedWords } from './features/words/banned.ts'
import { accessLog } from './http/access-log.ts'
import { onError } from './http/errors.ts'
import { createMetrics, mountHealth } from './http/health.ts'
import { mounter } from './http/mount.ts'
import { openApi } from './http/openapi.ts'
import { type EarlyListener, readyListener } from './http/ready.ts'
import { requestId } from './http/request-id.ts'
import type { Route } from './http/routes.ts'
import { headersOf, securityHeaders } from './http/security-headers.ts'
import { createThrottle } from './http/throttle.ts'

interface Trades {
  accounts: Accounts
  sales: Sales
  memberships: Memberships
  subjects: Subjects
  /** Who wants to know that a ticket was used. */
  whenUsed: readonly WhenUsed[]
  cancelling: EventCancelling
  ticketsOff: TicketCancelling
  closing: RoomClosing
  streams: Streams
  talk: Talk
  following: SuspensionFollowing
  site: SiteParts
  books: BooksCompared
}
/** The only place that knows every feature. */
const featureRoutes = (
  deps: Deps,
  parts: AuthParts,
  {
    accounts,
    sales,
    memberships,
    subjects,
    whenUsed,
    cancelling,
    ticketsOff,
    closing,
    streams,
    talk,
    following,
    site,
    books,
  }: Trades,
): Route[] => [
  ...authRoutes(deps, parts),
  ...passkeyRoutes(deps, parts),
  ...socialRoutes(deps, parts),
  ...siteRoutes(deps, site),
  ...newsRoutes(deps),
  ...profileRoutes(deps),
  ...uploadRoutes(deps),
  ...pushRoutes(deps),
  ...paymentRoutes(deps),
  ...orderRoutes(deps, subjects),
  ...roomRoutes(deps, {
    sales,
    memberships,
    closing,
    whenRetitled: [eventsFoundByRoom(deps)],
  }),
  ...monetizationRoutes(deps, accounts),
  ...threadRoutes(deps),
  ...eventRoutes(deps, sales, cancelling),
  ...inboxRoutes(deps),
  ...ticketRoutes(deps, sales, ticketsOff),
  ...doorRoutes(deps, subjects, whenUsed),
  ...transferRoutes(deps),
  ...liveRoutes(streams.playback, talk),
  ...streams.routes(),
  ...dashboardRoutes(deps),
  ...accountRoutes(deps, { sales, subjects }),
  ...unsubscribingRoutes(deps),
  ...operatorRoutes(deps, { parts, subjects, talk, following, site, books }),
  ...reportRoutes(deps, {
    room: reportableRoom(deps),
    user: reportableUser(deps),
    thread: reportableThread(deps),
    comment: reportableComment(deps),
    event: reportableEvent(deps),
    talk: reportableTalk(deps),
    message: reportableMessage(deps),
  }),
]

/**
 * The whole server but for its socket. `viewerOf` comes from the auth feature, so callers leave it out. `close` ends
 * what never ends by itself: streams that somebody follows.
 */
export function createApp(
  given: GivenDeps,
  { isDraining = () => false }: { isDraining?: () => boolean } = {},
) {
  const tokens = accessTokens(given)
  const site: SiteParts = {
    switches: createSwitches(given),
    consents: consentKeeper(given),
    troubles: troubleWatch(given),
  }
  const deps: Deps = {
    ...given,
    payments: site.troubles.watched(given.payments),
    viewerOf: tokens.viewerOf,
    gateOf: gateKeepers(given),
    isConfirmed: confirmations(given).holds,
    words: bannedWords(given),
  }
  const subjects: Subjects = {
    room: roomSubject(deps),
    event: eventSubject(deps),
    digital_ticket: digitalTicketSubject(deps),
  }
  const sales = createSales(deps, subjects)
  const refunds = refunding(deps, subjects)
  const disputes = disputing(deps, subjects, refunds)
  const renewals = createRenewals(deps, subjects)
  const memberships = createMemberships(deps, renewals)
  const books = reconciliation(deps)
  const following = suspensionFollowing(deps, renewals)
  const fees = feeFollowing(deps, renewals)
  const feeChanged = feeChanges(deps, fees)
  const accounts = sellerAccounts(deps)
  const payouts = sellerPayouts(deps)
  const others = {
    account: accounts.follow,
    application: accounts.follow,
    payout: payouts.follow,
    subscription: memberships.follow,
  }
  const watch = watchPayments(deps, { sales, refunds, disputes, others })
  const cancelling = eventCancelling(deps, subjects)
  const ticketsOff = ticketCancelling(deps, subjects)
  const closing = roomClosing(deps, memberships, [cancelling, ticketsOff])
  const streams = createStreams(deps, () => site.switches.demand('live'))
  const talk = openTalk(deps)
  const parts = authParts(deps, tokens, async (tx, user) => {
    await deps.engine.search.put(tx, 'user', user.id, userText(user))
    await site.consents.atSignUp(tx, user)
  })
  const routes = featureRoutes(deps, parts, {
    accounts,
    sales,
    memberships,
    subjects,
    whenUsed: [tellUsed(deps)],
    cancelling,
    ticketsOff,
    closing,
    streams,
    talk,
    following,
    site,
    books,
  })
  const metrics = createMetrics()
  const polls = createThrottle(deps.clock, CALLS, deps.config.rateLimits)

  const app = new Hono()
  streams.mount(app)
  const talkReady = readyListener(`${API_BASE}${live.listTalk.path}`, talk.find, {
    tokens,
    polls,
    headers: headersOf(deps.config),
    observe: metrics.observe,
  })
  const early: EarlyListener = (incoming, outgoing, next) =>
    streams.early(incoming, outgoing, () => talkReady(incoming, outgoing, next))
  app.use(requestId, securityHeaders(deps.config), accessLog(deps.log, metrics.observe))
  mountHealth(app, deps, metrics, isDraining)

  mountNotices(app, deps)
  const api = app.basePath(API_BASE)
  const mount = mounter(api, deps, polls, contentGate(site.switches, site.consents))
  for (const route of routes) mount(route)
  // Spelled when somebody asks: megabytes of shapes, for programs that few people write.
  let description: string | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= JSON.stringify(openApi(routes, deps.config.siteUrl))
    return c.body(description, 200, { 'content-type': 'application/json' })
  })
  app.all('/api/*', (c) => c.json({ message: REFUSED[404] }, 404))
  app.onError(onError(deps.log))
  const reminders = eventReminders(deps)
  const entries = entryReminders(deps)
  const stillTrue: StillTrue = async (notice, userId) => {
    if (!(await site.switches.isOn('notification'))) return false
    return 'conversationId' in notice
      ? hasUnread(deps.db, notice.conversationId, userId)
      : (await eventNoticeHolds(deps.db, notice, userId)) &&
          (await entryNoticeHolds(deps.db, notice, userId)) &&
          threadNoticeHolds(deps.db, notice)
  }
  const pushes = sending(deps, stillTrue)
  /** Who does the work that purchases leave in the outbox, and what looks after them now and then. */
  const handlers = {
    [NOTICE]: watch.handleNotice,
    [REFUND]: refunds.handle,
    [FEE_BACK]: disputes.giveFeeBack,
    [EVENT_CANCEL]: cancelling.handle,
    [TICKET_CANCEL]: ticketsOff.handle,
    [EVENT_MOVED]: movedTelling(deps),
    [ARCHIVE_DELETE]: streams.deleteArchive,
    [ROOM_CLOSE]: closing.handle,
    [RECONCILE]: books.handle,
    [SUSPENSION]: following.handle,
    [FEE_CHANGE]: feeChanged.handle,
    [MEMBERSHIP_FEE]: fees.handle,
    [SELLER_STOPPED]: accounts.tellMembers,
    [PERSON_TOLD]: noticeHandler(deps),
    [ROOM_NEWS]: roomNewsHandler(deps),
    [ANNOUNCE]: announcing(deps).handle,
    [REMIND]: reminders.handle,
    [REMIND_ENTRY]: entries.handle,
    ...pushes.handlers,
  }
  return {
    app,
    deps,
    routes,
    tokens,
    handlers,
    /** How what is special about a topic is worked off. */
    lanes: { ...pushes.lanes, [RECONCILE]: { hasTime: true } },
    /** Begins to remind people of what is near. */
    async remind() {
      await reminders.sweep()
      await entries.sweep()
    },
    async sweep() {
      await watch.sweep()
      await memberships.late.sweep()
      await tellLate(deps)
    },
    /** Looks after the sellers' accounts, and pays them out. */
    async seeToSellers() {
      await accounts.sweep()
      await payouts.run()
    },
    /** Has the provider take of each month what it should. */
    seeToFees: fees.sweep,
    reconcileDaily: books.daily,
    catchUp: createCatchUp(deps),
    streams,
    /** Stands before `app` at the socket. */
    early,
    close: talk.close,
  }
}
