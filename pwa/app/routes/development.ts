import { type Route, route } from '../route.tsx'

/** For whoever builds the product: every component in every state. No build for others holds it. */
export const developmentRoutes: Route[] = import.meta.env.DEV
  ? [
      route('/_catalogue', 'CataloguePage', () => import('#pwa/pages/CataloguePage.tsx'), {
        layout: 'no-header',
      }),
    ]
  : []
