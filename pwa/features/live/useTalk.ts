import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublishmentFlg } from '#contract/events.ts'
import { live, type TalkMessage } from '#contract/live.ts'
import { talkPollEvery } from '#contract/rules.ts'
import { keyOf, useCall } from '#pwa/lib/api.ts'
import { mergeTalk, standing } from './talk.ts'
import { useElapsed } from './useElapsed.ts'

/** The talk of one event, oldest first: one list that polling grows at the end and scrolling at the start. */
export function useTalk(eventId: string, flg: PublishmentFlg) {
  const call = useCall()
  const client = useQueryClient()
  const elapsed = useElapsed()
  const params = { id: eventId }
  const queryKey = keyOf(live.listTalk, { params })
  const loaded = () => client.getQueryData<TalkMessage[]>(queryKey) ?? []

  const talk = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const after = loaded().at(-1)?.id
      const news = await call(live.listTalk, { params, query: { after } }, { signal })
      return mergeTalk(loaded(), news) // read after the wait: an older page may have landed meanwhile
    },
    refetchInterval: () => talkPollEvery(flg, elapsed()),
  })
  const older = useMutation({
    mutationFn: () => call(live.listTalk, { params, query: { point: loaded()[0]?.id } }),
    onSuccess: (page) => client.setQueryData(queryKey, mergeTalk(page, loaded())),
  })

  return {
    data: talk.data && standing(talk.data),
    error: talk.error,
    refetch: talk.refetch,
    loadOlder: older.mutate,
    isLoadingOlder: older.isPending,
    /** The last older page was empty: this is where talk began. */
    atStart: older.data?.length === 0,
  }
}
