import { dehydrate, QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { matchPath, StaticRouter } from 'react-router-dom'
import { createCaller, RequestError, type Transport } from '#contract/http/caller.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { site } from '#contract/site/calls.ts'
import { App } from './app/App.tsx'
import { describe, type Head } from './app/head/describe.ts'
import { needs } from './app/needs.ts'
import type { Route } from './app/route.tsx'
import { routes } from './app/routes.ts'
import { layouts } from './layouts/layouts.tsx'
import { need } from './lib/api/api.ts'
import { Session } from './lib/api/user-session.ts'
import { paths } from './lib/paths.ts'

interface Rendered {
  html: string
  state: string
  status: 200 | 404
  redirect: string | null
  modules: string[]
  head: Head
}

/** Server-renders one URL for a logged-out visitor. Pages behind a login are left to the browser. */
export async function render(url: string, fetch: Transport['fetch']): Promise<Rendered> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const matched = match(pathname)
  if (!matched) return { ...empty(pathname), redirect: paths.notFound }
  const { route, params } = matched
  const needed = needs[route.path]?.(params, searchParams)
  const now = new Date().toISOString()
  const place = { pattern: route.path, pathname, search: searchParams, now }
  if (!needed)
    return { ...empty(pathname), head: { ...describe(new QueryClient(), place), listed: false } }

  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const session = new Session(noNetwork, { at: 'visitor' })
  const call = createCaller({ fetch, token: () => null })
  try {
    await Promise.all([...needed, need(site.getConfig, {})].map((fill) => fill(client, call)))
  } catch (error) {
    if (error instanceof RequestError && error.status === 404)
      return { ...empty(pathname), redirect: paths.notFound }
    throw error
  }
  const { prelude } = await prerender(
    <StaticRouter location={url}>
      <App session={session} client={client} now={now} />
    </StaticRouter>,
    // No streaming: React's out-of-order chunks need inline scripts, which our Content-Security-Policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  const state = JSON.stringify({ now, queries: dehydrate(client) }).replaceAll('<', '\\u003c')
  const head = describe(client, place)
  client.clear()
  return {
    ...empty(pathname),
    html,
    state,
    status: route.path === paths.notFound ? 404 : 200,
    modules: [layouts[route.layout].module, route.module].filter((module) => module !== null),
    head,
  }
}

function match(
  pathname: string,
): { route: Route; params: Record<string, string | undefined> } | null {
  for (const route of routes) {
    const match = matchPath(route.path, pathname)
    if (match && route.path !== '*') return { route, params: match.params }
  }
  return null
}

const empty = (canonical: string): Rendered => ({
  html: '',
  state: 'null',
  status: 200,
  redirect: null,
  modules: [],
  head: {
    title: SITE_TITLE,
    description: '',
    image: null,
    canonical,
    kind: 'website',
    card: null,
    cardQuery: {},
    listed: false,
    data: [],
  },
})

const noNetwork = () =>
  Promise.reject(
    new Error('server-side rendering must not call the network; add the data to needs.ts'),
  )
