import { accountRoutes } from '#server/features/account/routes.ts'
import { unsubscribingRoutes } from '#server/features/account/unsubscribing.ts'
import { credentialRoutes } from '#server/features/auth/credential-routes.ts'
import { passkeyRoutes } from '#server/features/auth/passkeys/routes.ts'
import { authRoutes } from '#server/features/auth/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { publishUsed } from '#server/features/door/notify.ts'
import { doorRoutes } from '#server/features/door/routes.ts'
import { eventsFoundByRoom } from '#server/features/events/found-by-room.ts'
import { reportableEvent } from '#server/features/events/reportable.ts'
import { eventRoutes } from '#server/features/events/routes.ts'
import { reportableMessage } from '#server/features/inbox/reportable.ts'
import { inboxRoutes } from '#server/features/inbox/routes.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { reportableTalk } from '#server/features/live/talk/report.ts'
import { monetizationRoutes } from '#server/features/monetization/routes.ts'
import { newsRoutes } from '#server/features/news/routes.ts'
import { operatorRoutes } from '#server/features/operator/routes.ts'
import { orderRoutes } from '#server/features/orders/routes.ts'
import { paymentRoutes } from '#server/features/payments/routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { reportableRoom, reportableUser } from '#server/features/rooms/reportable.ts'
import { roomRoutes } from '#server/features/rooms/routes.ts'
import { siteRoutes } from '#server/features/site/routes.ts'
import { socialRoutes } from '#server/features/social/routes.ts'
import { reportableComment, reportableThread } from '#server/features/threads/reportable.ts'
import { threadRoutes } from '#server/features/threads/routes.ts'
import { transferRoutes } from '#server/features/tickets/holding/transfer-routes.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { uploadRoutes } from '#server/features/uploads/routes.ts'
import type { Route } from '#server/http/routes.ts'
import type { Services } from './services.ts'

export const featureRoutes = ({
  deps,
  parts,
  accounts,
  sales,
  memberships,
  products,
  eventCancellation,
  ticketCancellation,
  closing,
  streams,
  talk,
  propagation,
  site,
  books,
}: Services): Route[] => [
  ...authRoutes(parts),
  ...credentialRoutes(deps, parts),
  ...passkeyRoutes(deps, parts),
  ...socialRoutes(deps, parts),
  ...siteRoutes(deps, site),
  ...newsRoutes(deps),
  ...profileRoutes(deps),
  ...uploadRoutes(deps),
  ...pushRoutes(deps),
  ...paymentRoutes(deps),
  ...orderRoutes(deps, products),
  ...roomRoutes(deps, {
    sales,
    memberships,
    closing,
    whenRetitled: [eventsFoundByRoom(deps)],
  }),
  ...monetizationRoutes(deps, accounts),
  ...threadRoutes(deps),
  ...eventRoutes(deps, sales, eventCancellation),
  ...inboxRoutes(deps),
  ...ticketRoutes(deps, { sales, product: products.digital_ticket }, ticketCancellation),
  ...doorRoutes(deps, products, [publishUsed(deps)]),
  ...transferRoutes(deps),
  ...liveRoutes(streams.playback, talk),
  ...streams.routes(),
  ...dashboardRoutes(deps),
  ...accountRoutes(deps, { sales, products }),
  ...unsubscribingRoutes(deps),
  ...operatorRoutes(deps, { parts, products, talk, propagation, site, books }),
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
