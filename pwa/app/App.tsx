import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route as At, Routes, useLocation } from 'react-router-dom'
import { NowProvider } from '#pwa/lib/now.tsx'
import { progress } from '#pwa/lib/progress.ts'
import { type Session, SessionProvider } from '#pwa/lib/session.tsx'
import { useStore } from '#pwa/lib/store.ts'
import { LoadingBar } from '#pwa/ui/LoadingBar.tsx'
import { Toaster } from '#pwa/ui/Toaster.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteView } from './RouteView.tsx'
import { routes } from './routes.ts'
import { useScroll } from './useScroll.ts'

const TOAST_MS = 4_000

interface AppProps {
  session: Session
  client: QueryClient
  /** The moment this page was written, ISO 8601. */
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
          <Toaster stay={TOAST_MS} />
        </NowProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
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
