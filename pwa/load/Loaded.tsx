import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { paths } from '#pwa/lib/paths.ts'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { Failed } from './Failed.tsx'

/** The part of a TanStack Query result that a screen uses. */
export interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  of: Query<T>
  skeleton?: ReactNode
  /** `h1` if the children contain the page's heading: the error screen then renders one, too. */
  heading?: 'h1' | 'h2'
  children: (data: T) => ReactNode
}

/** Renders a query: skeleton, redirect to /404, error, or data. Data stays if a refetch fails. */
export function Loaded<T>({
  of,
  skeleton = <SkeletonCards count={3} />,
  heading = 'h2',
  children,
}: LoadedProps<T>) {
  // Automatic retries reset the query's error: keep the offline screen meanwhile, so that it does not flicker.
  const [unreachable, setUnreachable] = useState<Unreachable | null>(null)
  const error = of.error ?? unreachable
  const offline = of.data === undefined && error instanceof Unreachable ? error : null
  if (offline !== unreachable) setUnreachable(offline)
  if (of.data !== undefined) return children(of.data)
  if (error === null) return skeleton
  if (isGone(error)) return <Navigate to={paths.notFound} replace />
  return <Failed error={error} onRetry={() => void of.refetch()} heading={heading} />
}

/** The resource does not exist, as opposed to a failure of server or network. */
const isGone = (error: Error) =>
  error instanceof RequestError && (error.status === 404 || error.status === 410)
