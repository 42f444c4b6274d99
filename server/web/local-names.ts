import type { Hono } from 'hono'
import type { Config } from '#server/config/config.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * On a site of this machine, leads from another name of the machine to the site's own: every login would fail there, as
 * its requests come from another origin. Not on a public site, whose proxy may pass on any host.
 */
export function mountLocalNames(app: Hono, { siteUrl }: Pick<Config, 'siteUrl'>) {
  const site = new URL(siteUrl)
  if (!LOCAL.includes(site.hostname)) return
  app.use(async (c, next) => {
    const url = new URL(c.req.url)
    const isPage = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
    if (!isPage || url.hostname === site.hostname || !LOCAL.includes(url.hostname)) return next()
    return c.redirect(siteUrl + url.pathname + url.search)
  })
}
