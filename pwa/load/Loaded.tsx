import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { Navigate } from 'react-router-dom'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { Failed } from './Failed.tsx'
import { FailedPart } from './FailedPart.tsx'

/** The part of a TanStack Query result that a screen uses. */
export interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/** A part of a page, with the reason if it failed, and how it is loaded again. */
export type PartState = 'pending' | 'loaded' | { error: Error; refetch: () => unknown }
/** What a part tells its page; undefined: the part is gone. */
export type TellPage = (id: string, state: PartState | undefined) => void

/** A page that shows one message for all of its parts; null: each part shows its own. */
export const PageOfParts = createContext<TellPage | null>(null)

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
  const isPart = usePart(of, error)
  if (of.data !== undefined) return children(of.data)
  if (error === null) return skeleton
  if (isGone(error)) return <Navigate to={paths.notFound} replace />
  if (isPart)
    return (
      <Card padded>
        <FailedPart error={error} />
      </Card>
    )
  return <Failed error={error} onRetry={() => void of.refetch()} heading={heading} />
}

/** Tells a page of several parts how this one is; false: it is not part of one. */
function usePart({ data, refetch }: Query<unknown>, error: Error | null): boolean {
  const id = useId()
  const tell = useContext(PageOfParts)
  const again = useEffectEvent(() => refetch())
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) tell?.(id, 'loaded')
    else tell?.(id, error ? { error, refetch: () => again() } : 'pending')
  }, [tell, id, isLoaded, error])
  useEffect(() => () => tell?.(id, undefined), [tell, id])
  return tell !== null
}

/** The resource does not exist, as opposed to a failure of server or network. */
const isGone = (error: Error) =>
  error instanceof RequestError && (error.status === 404 || error.status === 410)
