import type { QueryClient } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import type { Answered } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { news } from '#contract/news.ts'
import { rooms } from '#contract/rooms.ts'
import { site } from '#contract/site.ts'
import { threads } from '#contract/threads.ts'
import { tickets } from '#contract/tickets.ts'
import type { Returned } from '#contract/types.ts'
import { keyOf } from '#pwa/lib/api.ts'

/** The one thing of each kind that a page asked for. */
export function loadedBy(client: QueryClient) {
  const one = <E extends Answered>(endpoint: E) =>
    client.getQueriesData<Returned<E>>({ queryKey: keyOf(endpoint) })[0]?.[1]
  return {
    article: one(news.getArticle),
    event: one(events.getEvent),
    ticket: one(tickets.getDigitalTicket),
    thread: one(threads.getThread),
    room: one(rooms.getRoom),
    person: one(account.getProfile),
    text: one(site.getText),
    faq: one(site.listFaq),
    config: one(site.getConfig),
  }
}
export type Loaded = ReturnType<typeof loadedBy>
