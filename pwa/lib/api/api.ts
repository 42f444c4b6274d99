import {
  hashKey,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answered, Caller } from '#contract/http/caller.ts'
import type { Listed, Returned, Sent } from '#contract/http/types.ts'
import type { Device } from '../device.ts'
import { noDevice } from '../no-device.ts'
import { propertiesOf } from '../unknown.ts'
import { useSession } from './session.tsx'

export type ListCall = Answered & { kind: 'list' }
export type ItemOf<E extends Answered> = Returned<E> extends Listed<infer T> ? T : never

export const useCall = (): Caller => useSession().call

/** The query key of a call: method, path and input. Keys are never written by hand. */
export const keyOf = <E extends Answered>({ method, path }: E, input?: Sent<E>) =>
  input === undefined ? [method, path] : [method, path, input]

/** Shows cached copies of queries. */
type Copies = Pick<Device, 'withOfflineFallback'>

const loadQuery = <E extends Answered>(
  call: Caller,
  device: Copies,
  endpoint: E,
  input: Sent<E>,
) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: (context: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) =>
    device.withOfflineFallback(
      context,
      async () =>
        // `null` stands for `undefined`, as in the type of `useLoad`, which stays open until E is known.
        ((await call(endpoint, input, { signal: context.signal })) ?? null) as Returned<E>,
    ),
})

/** A query of one object; null for an empty answer (204), as a query's data must not be undefined. */
export function useLoad<E extends Answered>(
  endpoint: E,
  input: Sent<E>,
  options: { enabled?: boolean; refetchInterval?: number | false; staleTime?: number } = {},
) {
  const { call, device } = useSession()
  return useQuery<Returned<E> | (undefined extends Returned<E> ? null : never)>({
    ...options,
    ...loadQuery(call, device, endpoint, input),
  })
}

/** The input of a later page of a list: after so many rows or, if it is sorted, after the last one. */
const pageOf = <E extends Answered>(input: Sent<E>, place: number | string): Sent<E> => ({
  ...input,
  query: {
    ...propertiesOf(propertiesOf(input).query),
    ...(typeof place === 'string' ? { after: place } : { offset: place }),
  },
})

/** The input of a list without its order. */
const unsorted = (input: unknown) => {
  const { query, ...rest } = propertiesOf(input)
  const { sort: _, ...filters } = propertiesOf(query)
  return hashKey([rest, filters])
}

const listQuery = <E extends Answered>(
  call: Caller,
  device: Copies,
  endpoint: E,
  input: Sent<E>,
) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: (context: {
    client: QueryClient
    queryKey: QueryKey
    pageParam: number | string
    signal: AbortSignal
  }) =>
    device.withOfflineFallback(context, async () => {
      const { pageParam, signal } = context
      const place = pageParam ? pageOf<E>(input, pageParam) : input
      const page: unknown = await call(endpoint, place, { signal })
      // What a call of a list returns; the type stays open until E is known.
      return page as Listed<ItemOf<E>>
    }),
  initialPageParam: 0 as number | string,
  getNextPageParam: (last: Listed<ItemOf<E>>) => last.after ?? last.next,
})

/** A paginated list: `items` of all loaded pages, and `more` if there is a next one. */
export function useList<E extends ListCall>(
  endpoint: E,
  input: Sent<E>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const { call, device } = useSession()
  const loaded = useInfiniteQuery({
    ...listQuery(call, device, endpoint, input),
    // While a list is sorted anew, its rows stay, and with them the focus.
    placeholderData: (shown, query) =>
      query && unsorted(query.queryKey[2]) === unsorted(input) ? shown : undefined,
    ...options,
  })
  return {
    ...loaded,
    items: loaded.data?.pages.flatMap(({ items }) => items),
    /** How many there are in all, where the call counts them. */
    total: loaded.data?.pages[0]?.total ?? null,
    more: loaded.hasNextPage ? () => void loaded.fetchNextPage() : null,
  }
}

/** A mutation; afterwards invalidates the queries of the `refresh` calls. */
export function useSend<E extends Answered>(endpoint: E, options: { refresh?: Answered[] } = {}) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Sent<E>) => call(endpoint, input),
    onSuccess: () =>
      Promise.all(
        (options.refresh ?? []).map((e) => client.invalidateQueries({ queryKey: keyOf(e) })),
      ),
  })
}

/**
 * Data to load before a page is shown: by the server for rendering, at a member's start, and by a link for prefetching.
 * Without a device there are no cached copies.
 */
export type Need = (client: QueryClient, call: Caller, device?: Copies) => Promise<unknown>

export const need =
  <E extends Answered>(endpoint: E, input: Sent<E>): Need =>
  (client, call, device = noDevice) =>
    endpoint.kind === 'list'
      ? client.fetchInfiniteQuery(listQuery(call, device, endpoint, input))
      : client.fetchQuery(loadQuery(call, device, endpoint, input))
