import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Route as At, Routes, useLocation } from 'react-router-dom'
import { progress } from '#pwa/lib/api/progress.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { NowProvider } from '#pwa/lib/now.tsx'
import { useStore } from '#pwa/lib/store.ts'
import { LoadingBar } from '#pwa/ui/loading/LoadingBar.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteView } from './RouteView.tsx'
import { routes } from './routes.ts'
import { useScroll } from './useScroll.ts'

interface AppProps {
  session: Session
  client: QueryClient
  /** When the page was rendered, ISO 8601. */
  now: string
}

/** The app below its router: the same on the server and in the browser. */
export function App({ session, client, now }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <NowProvider at={now}>
          <Progress />
          <Pages />
          <Toasts />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}

const AfterHydration = lazyComponent(async () => (await import('./afterwards.ts')).AfterHydration)

/** Loaded after the first render, as nothing can show a toast before. */
function Toasts() {
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return <Suspense>{awake && <AfterHydration />}</Suspense>
}

const Progress = () => <LoadingBar value={useStore(progress)} />

function Pages() {
  const { pathname } = useLocation()
  useScroll()
  return (
    <ErrorBoundary resetKey={pathname}>
      <Routes>
        {routes.map((route) => (
          <At key={route.path} path={route.path} element={<RouteView route={route} />} />
        ))}
      </Routes>
    </ErrorBoundary>
  )
}
