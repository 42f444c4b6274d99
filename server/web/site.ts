import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import type { Deps } from '#server/process/deps.ts'
import { mountCrawlers } from './crawlers.ts'
import { keepBuild } from './former-builds.ts'
import { mountMedia } from './media.ts'
import { mountPages } from './pages.ts'
import type { Renderer } from './renderer.ts'
import { mountSandbox } from './sandbox.ts'
import { mountStatic } from './static.ts'

/**
 * All that is not the API: media, the built PWA, and pages. Without a build only media, as development has it. `built`:
 * where `npm run build` put the PWA (`pwa/`) and its renderer (`ssr/`).
 */
export async function loadSite(app: Hono, deps: Deps, built: string) {
  mountMedia(app, deps)
  mountSandbox(app, deps.config)
  const pwa = join(built, 'pwa')
  if (!existsSync(join(pwa, 'index.html')))
    return deps.log.warn({}, 'there is no build of the app: only the API is served')
  const renderer = pathToFileURL(join(built, 'ssr/entry-server.js')).href
  const { render } = (await import(renderer)) as { render: Renderer }
  mountCrawlers(app, deps)
  const { folders } = await keepBuild(deps, pwa)
  mountStatic(app, pwa, folders)
  mountPages(app, deps, pwa, render)
}
