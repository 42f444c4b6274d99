import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import type { Lookups } from '#server/http/answers/shared.ts'
import type { Deps } from '#server/process/deps.ts'
import { mountAppleFile } from './apple-pay.ts'
import { mountCrawlers } from './crawlers.ts'
import { archiveBuild } from './former-builds.ts'
import { mountLocalNames } from './local-names.ts'
import { mountMedia } from './media.ts'
import { mountPages } from './pages.ts'
import type { RenderThread } from './render-thread.ts'
import { mountSandbox } from './sandbox.ts'
import { mountStatic } from './static.ts'

/**
 * Mounts everything but the API: media, the built PWA, and pages. Without a build only media, as in development.
 * Returns the thread that renders pages, for closing; null without a build. `built`: output folder of `npm run build`
 * with the PWA (`pwa/`) and its renderer (`ssr/`);
 * `lookups` counts those for kept pages.
 */
export async function loadSite(
  app: Hono,
  deps: Deps,
  built: string,
  lookups?: Lookups,
): Promise<RenderThread | null> {
  mountLocalNames(app, deps.config)
  mountMedia(app, deps)
  mountSandbox(app, deps.config)
  const pwa = join(built, 'pwa')
  if (!existsSync(join(pwa, 'index.html'))) {
    deps.log.warn({}, 'no build of the app was found: only the API is served. Run npm run build.')
    return null
  }
  const renderer = pathToFileURL(join(built, 'ssr/entry-server.js')).href
  mountCrawlers(app, deps)
  mountAppleFile(app, deps.config)
  const { folders } = await archiveBuild(deps, pwa)
  mountStatic(app, pwa, folders)
  return mountPages(app, deps, pwa, renderer, lookups)
}
