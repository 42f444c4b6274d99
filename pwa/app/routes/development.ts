import { type Route, route } from '../route.tsx'

/** The component catalogue. Only in development builds. */
export const developmentRoutes: Route[] = import.meta.env.DEV
  ? [
      route('/_catalogue', 'CataloguePage', () => import('#pwa/pages/CataloguePage.tsx'), {
        layout: 'no-header',
      }),
    ]
  : []
