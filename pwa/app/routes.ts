import type { Route } from './route.tsx'
import { accountRoutes } from './routes/account.ts'
import { adminRoutes } from './routes/admin.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { developmentRoutes } from './routes/development.ts'
import { newsRoutes } from './routes/news.ts'
import { profileRoutes } from './routes/profile.ts'
import { publicRoutes } from './routes/public.ts'
import { roomRoutes } from './routes/room.ts'

/** Every route, in the order of the product document; `/:roomid` (a user name) matches last. */
export const routes: Route[] = [
  ...publicRoutes,
  ...accountRoutes,
  ...dashboardRoutes,
  ...adminRoutes,
  ...roomRoutes,
  ...newsRoutes,
  ...developmentRoutes,
  ...profileRoutes,
]
