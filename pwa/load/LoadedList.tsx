import { Fragment, type Key, type ReactNode } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { List } from '#pwa/ui/layout/List.tsx'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Loaded, type Query } from './Loaded.tsx'

export interface ListQuery<T> extends Omit<Query<unknown>, 'data'> {
  items: T[] | undefined
  more: (() => void) | null
  isFetchingNextPage: boolean
  /** The items are still in the order before. */
  isPlaceholderData?: boolean
}

interface LoadedItemsProps<T> {
  of: ListQuery<T>
  skeleton?: ReactNode
  /** Shown for an empty list. */
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** Renders a list query in every state, with もっと見る while there is a next page. */
export function LoadedItems<T>(props: LoadedItemsProps<T>) {
  const { of, skeleton = <SkeletonRows count={5} />, empty, children } = props
  const { items, more, error, refetch, isFetchingNextPage } = of
  return (
    <Loaded of={{ data: items, error, refetch }} skeleton={skeleton}>
      {(data) =>
        data.length === 0 ? (
          empty
        ) : (
          <>
            {children(data)}
            <LoadMore
              hasMore={more !== null}
              busy={isFetchingNextPage}
              onMore={() => more?.()}
              error={error && (error instanceof RequestError ? error.message : UNREACHABLE)}
            />
          </>
        )
      }
    </Loaded>
  )
}

interface LoadedListProps<T> extends Omit<LoadedItemsProps<T>, 'children'> {
  /** Wraps the rows in their list element: by default a list in a card. */
  wrap?: (rows: ReactNode) => ReactNode
  keyOf: (item: T) => Key
  children: (item: T) => ReactNode
}

/** Renders each item of a list query as a row. */
export function LoadedList<T>(props: LoadedListProps<T>) {
  const { wrap = inCard, keyOf, children, ...pages } = props
  return (
    <LoadedItems {...pages}>
      {(items) =>
        wrap(items.map((item) => <Fragment key={keyOf(item)}>{children(item)}</Fragment>))
      }
    </LoadedItems>
  )
}

const inCard = (rows: ReactNode) => <List carded>{rows}</List>
