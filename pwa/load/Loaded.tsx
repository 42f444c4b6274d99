import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { Refused, Unreachable } from '#contract/caller.ts'
import { paths } from '#pwa/lib/paths.ts'
import { SkeletonCards } from '#pwa/ui/Skeleton.tsx'
import { Failed } from './Failed.tsx'

/** What TanStack Query tells of one call, as far as a screen cares. */
export interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  of: Query<T>
  skeleton?: ReactNode
  /** `h1` where it brings the page's own heading, which a failure then has to replace. */
  heading?: 'h1' | 'h2'
  children: (data: T) => ReactNode
}

/** One thing in every state: it loads, it is gone (to /404), it failed, it is here. What is here stays when asking anew fails. */
export function Loaded<T>({
  of,
  skeleton = <SkeletonCards count={3} />,
  heading = 'h2',
  children,
}: LoadedProps<T>) {
  // The app asks again and again by itself: what it found meanwhile does not come and go.
  const [away, setAway] = useState<Unreachable | null>(null)
  const error = of.error ?? away
  const found = of.data === undefined && error instanceof Unreachable ? error : null
  if (found !== away) setAway(found)
  if (of.data !== undefined) return children(of.data)
  if (error === null) return skeleton
  if (isGone(error)) return <Navigate to={paths.notFound} replace />
  return <Failed error={error} onRetry={() => void of.refetch()} heading={heading} />
}

/** An event, a room, an article that does not exist; a server or network that fails is another matter. */
const isGone = (error: Error) =>
  error instanceof Refused && (error.status === 404 || error.status === 410)
