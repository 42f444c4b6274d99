import { Fragment, type Key, type ReactNode } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Loaded, type Query } from './Loaded.tsx'

export interface ListQuery<T> extends Omit<Query<unknown>, 'data'> {
  items: T[] | undefined
  more: (() => void) | null
  isFetchingNextPage: boolean
}

interface LoadedListProps<T> {
  of: ListQuery<T>
  skeleton?: ReactNode
  /** Shown for an empty list. */
  empty: ReactNode
  /** Wraps the rows in their list element. */
  wrap: (rows: ReactNode) => ReactNode
  keyOf: (item: T) => Key
  children: (item: T) => ReactNode
}

/** Renders a list query in every state, with もっと見る while there is a next page. */
export function LoadedList<T>(props: LoadedListProps<T>) {
  const { of, skeleton = <SkeletonRows count={5} />, empty, wrap, keyOf, children } = props
  return (
    <Loaded of={{ data: of.items, error: of.error, refetch: of.refetch }} skeleton={skeleton}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {wrap(items.map((item) => <Fragment key={keyOf(item)}>{children(item)}</Fragment>))}
            <LoadMore
              hasMore={of.more !== null}
              busy={of.isFetchingNextPage}
              onMore={() => of.more?.()}
              error={
                of.error && (of.error instanceof RequestError ? of.error.message : UNREACHABLE)
              }
            />
          </>
        )
      }
    </Loaded>
  )
}
