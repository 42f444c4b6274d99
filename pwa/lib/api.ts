import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answered, Caller } from '#contract/caller.ts'
import type { Listed, Returned, Sent } from '#contract/types.ts'
import { useSession } from './session.tsx'

type ListCall = Answered & { kind: 'list' }
type ItemOf<E extends Answered> = Returned<E> extends Listed<infer T> ? T : never

export const useCall = (): Caller => useSession().call

/** A query's key is the call it makes; nobody writes keys by hand. */
export const keyOf = <E extends Answered>({ method, path }: E, input?: Sent<E>) =>
  input === undefined ? [method, path] : [method, path, input]

/** One thing; null where the call answers with nothing (204), for a query must hold something. */
export function useLoad<E extends Answered>(
  endpoint: E,
  input: Sent<E>,
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
) {
  const { call, device } = useSession()
  return useQuery<Returned<E> | (undefined extends Returned<E> ? null : never)>({
    ...options,
    queryKey: keyOf(endpoint, input),
    queryFn: (asked) =>
      device.withOfflineFallback(
        asked,
        async () =>
          ((await call(endpoint, input, { signal: asked.signal })) ?? null) as Returned<E>,
      ),
  })
}

const pageOf = (input: object, offset: number) => ({
  ...input,
  query: { ...(input as { query?: object }).query, offset },
})

const listQuery = <E extends ListCall>(call: Caller, endpoint: E, input: Sent<E>) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(endpoint, (pageParam ? pageOf(input, pageParam) : input) as Sent<E>, {
      signal,
    }) as unknown as Promise<Listed<ItemOf<E>>>,
  initialPageParam: 0,
  getNextPageParam: (last: Listed<ItemOf<E>>) => last.next,
})

/** A list that grows: `items` of all pages loaded so far, and `more` where there is a next one. */
export function useList<E extends ListCall>(
  endpoint: E,
  input: Sent<E>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const { call, device } = useSession()
  const { queryFn, ...list } = listQuery(call, endpoint, input)
  const found = useInfiniteQuery({
    ...list,
    queryFn: (asked) => device.withOfflineFallback(asked, () => queryFn(asked)),
    ...options,
  })
  return {
    ...found,
    items: found.data?.pages.flatMap(({ items }) => items),
    more: found.hasNextPage ? () => void found.fetchNextPage() : null,
  }
}

/** Sends, then loads anew whatever the `refresh` calls had loaded. */
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

/** What a page needs before it is worth showing: the server renders with it, a link fetches it ahead. */
export type Need = (client: QueryClient, call: Caller) => Promise<unknown>

export const need =
  <E extends Answered>(endpoint: E, input: Sent<E>): Need =>
  (client, call) =>
    endpoint.kind === 'list'
      ? client.fetchInfiniteQuery(listQuery(call, endpoint as ListCall, input as never))
      : client.fetchQuery({
          queryKey: keyOf(endpoint, input),
          queryFn: ({ signal }) => call(endpoint, input, { signal }),
        })
