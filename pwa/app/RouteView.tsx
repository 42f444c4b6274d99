import { type ReactNode, Suspense, useEffect, ViewTransition } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { RequestError } from '#contract/http/caller.ts'
import { layouts } from '#pwa/layouts/layouts.tsx'
import { useSession, useSessionState } from '#pwa/lib/api/session.tsx'
import { fromLink } from '#pwa/lib/from-link.ts'
import { clearRedirectAfterLogin, setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { useSubject } from '#pwa/lib/useSubject.ts'
import { OfflineScreen } from '#pwa/load/OfflineScreen.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { type GuardResult, runGuards } from './guards.ts'
import type { Route } from './route.tsx'

/** React Router's key of the location that the browser loaded. */
const FIRST_KEY = 'default'

/** Runs the guards of a route, then renders its layout and page. */
export function RouteView({ route }: { route: Route }) {
  const { key, pathname, search, hash } = useLocation()
  const verdict = useVerdict(route)
  const session = useSession()
  const state = useSessionState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation, not per render
  useEffect(() => {
    fromLink.note(pathname, search)
    if (verdict.at === 'pass') verdict.onPass?.(session)
    if (verdict.at === 'pass' && state.at === 'member') clearRedirectAfterLogin()
    if (verdict.at === 'go' && verdict.returnAfterLogin)
      setRedirectAfterLogin(pathname + search + hash)
  }, [key, verdict.at])

  const { Layout } = layouts[route.layout]
  const subject = useSubject()
  switch (verdict.at) {
    case 'wait':
      return <SpinnerScreen />
    case 'go':
      return <Navigate to={verdict.to} replace />
    case 'offline':
      return (
        <Plain>
          <OfflineScreen />
        </Plain>
      )
    case 'fail':
      return <Fail status={verdict.status} message={verdict.message} />
    case 'pass':
      return (
        <Suspense fallback={<SpinnerScreen />}>
          <Layout>
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={<SkeletonCards count={3} />}>
                {/* `enter="none"`: React's server renderer hides entering content until a script runs. */}
                <Hydrated />
                {/* None on the page that was loaded: React handles no events between the start of a view transition
                    and its changes, so that text that is typed right after the first render would be lost. */}
                <ViewTransition
                  enter="none"
                  exit="none"
                  update={key === FIRST_KEY ? 'none' : 'auto'}
                >
                  <route.Page key={subject} />
                </ViewTransition>
              </Suspense>
            </ErrorBoundary>
          </Layout>
        </Suspense>
      )
  }
}

declare global {
  interface Window {
    /** React handles events: for `pre-hydration.js`, which may run after the app. */
    isHydrated?: true
  }
}

/** Notifies `pre-hydration.js` that React handles events now: it replays the last click. */
function Hydrated() {
  useEffect(() => {
    window.isHydrated = true
    window.dispatchEvent(new Event('app:hydrated'))
  }, [])
  return null
}

function Plain({ children }: { children: ReactNode }) {
  const { Layout } = layouts.default
  return <Layout>{children}</Layout>
}

/** Thrown while rendering, so that the app's error boundary shows the error page with this status. */
function Fail({ status, message }: { status: number; message: string }): never {
  throw new RequestError(status, message)
}

function useVerdict({ guards, path, kept }: Route): GuardResult {
  const { search } = useLocation()
  return runGuards(guards, {
    session: useSessionState(),
    pattern: path,
    params: useParams(),
    search: new URLSearchParams(search),
    kept,
  })
}
