import type { QueryClient } from '@tanstack/react-query'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import type { Answered } from '#contract/http/caller.ts'
import type { Returned } from '#contract/http/types.ts'
import { news } from '#contract/news/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'

/** The loaded data, one object per kind. */
export function loadedBy(client: QueryClient) {
  const one = <E extends Answered>(endpoint: E) =>
    client.getQueriesData<Returned<E>>({ queryKey: keyOf(endpoint) })[0]?.[1]
  return {
    article: one(news.getArticle),
    event: one(events.getEvent),
    attendee: one(events.getAttendee),
    ticket: one(tickets.getDigitalTicket),
    thread: one(threads.getThread),
    room: one(rooms.getRoom),
    person: one(account.getProfile),
    text: one(site.getText),
    faq: one(site.listFaq),
    config: one(site.getConfig),
  }
}
export type LoadedData = ReturnType<typeof loadedBy>
