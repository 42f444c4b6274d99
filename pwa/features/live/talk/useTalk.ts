import {
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Event, events } from '#contract/events/calls.ts'
import { live, type Pinned, type TalkMessage } from '#contract/live/calls.ts'
import { TALK_PAGE_SIZE, TALK_POLL_FOR_MS } from '#contract/live/limits.ts'
import { talkPollEvery } from '#contract/live/poll-interval.ts'
import { CHANGE_SPREAD_MS } from '#contract/shared/limits.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { applyMarks, mergeTalk, pinAfter, renewTalk, trimTalk, visibleMessages } from './talk.ts'
import { followTalk } from './talk-follow.ts'

/** The talk of one event, oldest first: live updates append to the list, scrolling up prepends. */
export function useTalk({ id, publishment_flg, can }: Event) {
  const call = useCall()
  const client = useQueryClient()
  const params = { id }
  const queryKey = keyOf(live.listTalk, { params })
  const loaded = () => client.getQueryData<TalkMessage[]>(queryKey) ?? []
  const [atStart, setAtStart] = useState(false)
  /** While the viewer reads older messages, none are dropped. */
  const isScrolledUp = useRef(false)

  const talk = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await call(live.listTalk, { params }, { signal })
      if (page.length < TALK_PAGE_SIZE) setAtStart(true)
      return renewTalk(loaded(), page) // Read after the await, as messages may have arrived meanwhile.
    },
  })
  const older = useMutation({
    mutationFn: () => call(live.listTalk, { params, query: { point: loaded()[0]?.id } }),
    onSuccess: (page) => {
      client.setQueryData(queryKey, mergeTalk(page, loaded()))
      setAtStart(page.length < TALK_PAGE_SIZE)
    },
  })
  const add = (news: TalkMessage[]) => {
    const merged = applyMarks(mergeTalk(loaded(), news), news)
    updatePinned(client, id, news)
    if (can.moderate && news.some((line) => line.question ?? line.updates ?? line.deletes))
      void client.invalidateQueries({ queryKey: keyOf(live.listQuestions, { params }) })
    const trimmed = isScrolledUp.current ? merged : trimTalk(merged)
    if (trimmed.length < merged.length) setAtStart(false)
    client.setQueryData(queryKey, trimmed)
  }
  const follow = useFollow({
    id,
    flg: publishment_flg,
    isReady: talk.data !== undefined,
    lastId: () => loaded().at(-1)?.id,
    onTalk: add,
    onReactions: (shown) => client.setQueryData(reactionsKey(id), shown),
  })

  return {
    data: talk.data && visibleMessages(talk.data),
    error: talk.error,
    refetch: talk.refetch,
    add,
    loadOlder: older.mutateAsync,
    hasFailedOlder: older.isError,
    isLoadingOlder: older.isPending,
    /** The first message of the talk is loaded. */
    atStart,
    isAway: isScrolledUp,
    ...follow,
  }
}

const NO_PIN: Pinned = { id: null, pinned: null }

function updatePinned(client: QueryClient, id: string, news: TalkMessage[]) {
  if (!news.some(({ pinned, deletes }) => pinned !== undefined || deletes !== undefined)) return
  const queryKey = keyOf(live.getPinned, { params: { id } })
  void client.cancelQueries({ queryKey }) // An answer on its way is older.
  client.setQueryData<Pinned>(queryKey, (known) => pinAfter(known ?? NO_PIN, news))
}

/** Key of the number of reactions shown: not in the state of the talk, whose rows would be drawn with each. */
const reactionsKey = (id: string) => ['reactions', id]

/** The number of reactions of all viewers in the last seconds. */
export const useShownReactions = (id: string): number =>
  useQuery<number>({ queryKey: reactionsKey(id), queryFn: skipToken }).data ?? 0

interface TalkState {
  id: string
  flg: Event['publishment_flg']
  isReady: boolean
  lastId: () => string | undefined
  onTalk: (news: TalkMessage[]) => void
  onReactions: (shown: number) => void
}

/** Receives updates for two hours by the monotonic clock; then the viewer has to ask for more. */
function useFollow({ id, flg, isReady, lastId, onTalk, onReactions }: TalkState) {
  const { fetch } = useSession()
  const client = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const isOpen = talkPollEvery(flg, 0) !== false
  const knownLast = useEffectEvent(lastId)
  const add = useEffectEvent(onTalk)
  const show = useEffectEvent(onReactions)

  useEffect(() => {
    if (!isOpen || !isReady || isOver) return
    const startedAt = performance.now()
    const leaving = new AbortController()
    const goesOn = () => performance.now() - startedAt < TALK_POLL_FOR_MS
    const timer = setTimeout(() => setIsOver(true), TALK_POLL_FOR_MS)
    let looking: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      client.invalidateQueries({ queryKey: keyOf(events.getEvent, { params: { id } }) })
    const lookSoon = () => {
      clearTimeout(looking)
      looking = setTimeout(() => void look(), Math.random() * CHANGE_SPREAD_MS)
    }
    void followTalk({
      eventId: id,
      fetch,
      lastId: () => knownLast(),
      onTalk: (news) => add(news),
      onReactions: (shown) => show(shown),
      onChanged: lookSoon,
      onLine: (isUp) => setIsCut(!isUp),
      goesOn,
      signal: leaving.signal,
    }).then(() => goesOn() || setIsOver(true))
    return () => {
      clearTimeout(timer)
      clearTimeout(looking)
      leaving.abort()
    }
  }, [id, isOpen, isReady, isOver, fetch, client])

  return {
    /** The two hours are over. */
    isOver,
    goOn: () => setIsOver(false),
    isCut,
  }
}
