import { accountRoutes } from '#server/features/account/routes.ts'
import { unsubscribingRoutes } from '#server/features/account/unsubscribe-pages.ts'
import { credentialRoutes } from '#server/features/auth/credential-routes.ts'
import { passkeyRoutes } from '#server/features/auth/passkeys/routes.ts'
import { authRoutes } from '#server/features/auth/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { doorRoutes } from '#server/features/door/routes.ts'
import { reportableEvent } from '#server/features/events/reportable.ts'
import { eventRoutes } from '#server/features/events/routes.ts'
import { reportableMessage } from '#server/features/inbox/reportable.ts'
import { inboxRoutes } from '#server/features/inbox/routes.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { reportableTalk } from '#server/features/live/talk/reportable.ts'
import { monetizationRoutes } from '#server/features/monetization/routes.ts'
import { newsRoutes } from '#server/features/news/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { operatorRoutes } from '#server/features/operator/routes.ts'
import { resaleRoutes } from '#server/features/orders/resale/routes.ts'
import { orderRoutes } from '#server/features/orders/routes.ts'
import { voucherRoutes } from '#server/features/orders/vouchers/routes.ts'
import { waitlistRoutes } from '#server/features/orders/waitlist/routes.ts'
import { paymentRoutes } from '#server/features/payments/routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { reportableRoom, reportableUser } from '#server/features/rooms/reportable.ts'
import { roomRoutes } from '#server/features/rooms/routes.ts'
import { siteRoutes } from '#server/features/site/routes.ts'
import { socialRoutes } from '#server/features/social/routes.ts'
import { stampRoutes } from '#server/features/stamps/routes.ts'
import { reportableComment, reportableThread } from '#server/features/threads/reportable.ts'
import { threadRoutes } from '#server/features/threads/routes.ts'
import { companionRoutes } from '#server/features/tickets/companions/routes.ts'
import { transferRoutes } from '#server/features/tickets/holding/transfer-routes.ts'
import { lotteryRoutes } from '#server/features/tickets/lottery/routes.ts'
import { promotionRoutes } from '#server/features/tickets/promotions/routes.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { uploadRoutes } from '#server/features/uploads/routes.ts'
import { readsRoutes } from '#server/http/reads.ts'
import type { Route } from '#server/http/routes.ts'
import type { Services } from './services.ts'

export const featureRoutes = ({ deps, streams, talk, site }: Services): Route[] => [
  ...authRoutes(deps),
  ...credentialRoutes(deps),
  ...passkeyRoutes(deps),
  ...socialRoutes(deps),
  ...readsRoutes(),
  ...siteRoutes(deps, site),
  ...newsRoutes(deps),
  ...profileRoutes(deps),
  ...uploadRoutes(deps),
  ...pushRoutes(deps),
  ...paymentRoutes(deps),
  ...orderRoutes(deps),
  ...voucherRoutes(deps),
  ...waitlistRoutes(deps),
  ...resaleRoutes(deps),
  ...roomRoutes(deps),
  ...monetizationRoutes(deps),
  ...threadRoutes(deps),
  ...eventRoutes(deps),
  ...inboxRoutes(deps),
  ...notificationRoutes(deps),
  ...ticketRoutes(deps),
  ...lotteryRoutes(deps),
  ...promotionRoutes(deps),
  ...doorRoutes(deps),
  ...transferRoutes(deps),
  ...companionRoutes(deps),
  ...stampRoutes({ ...deps, talk }),
  ...liveRoutes(deps, streams.playback, talk),
  ...streams.routes(),
  ...dashboardRoutes(deps),
  ...accountRoutes(deps),
  ...unsubscribingRoutes(deps),
  ...operatorRoutes({ ...deps, talk, site, streams }),
  ...reportRoutes(deps, {
    room: reportableRoom,
    user: reportableUser,
    thread: reportableThread,
    comment: reportableComment,
    event: reportableEvent,
    talk: reportableTalk,
    message: reportableMessage,
  }),
]
