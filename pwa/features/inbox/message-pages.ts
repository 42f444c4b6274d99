import type { Returned } from '#contract/http/types.ts'
import type { inbox, Message } from '#contract/inbox/calls.ts'

type Page = Pick<Returned<typeof inbox.getConversation>, 'messages' | 'more'>

/** The loaded messages of a conversation, without gaps. */
export interface LoadedPages<P extends Page> {
  /** The newest page as last loaded. */
  newest: P
  messages: Message[]
  /** There are older messages. */
  more: boolean
}

export const begin = <P extends Page>(newest: P): LoadedPages<P> => ({ newest, ...justOf(newest) })
const justOf = ({ messages, more }: Page) => ({ messages, more })

/** Merges a newer page. If it does not overlap the loaded messages, it replaces them. */
export function withNewest<P extends Page>(known: LoadedPages<P>, newest: P): LoadedPages<P> {
  const come = new Set(newest.messages.map(({ id }) => id))
  const remaining = known.messages.filter(({ id }) => !come.has(id))
  if (remaining.length === known.messages.length) return begin(newest)
  // A message sent from here may be newer than a page that was in flight.
  const messages = [...remaining, ...newest.messages].toSorted(inOrder)
  const reachesBack = messages[0]?.id !== newest.messages[0]?.id
  return { newest, messages, more: reachesBack ? known.more : newest.more }
}

/** The server's order. */
const inOrder = (a: Message, b: Message) =>
  a.created_at === b.created_at
    ? Number(a.id > b.id) - Number(a.id < b.id)
    : Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at)

/** Prepends the page before the message `first`; unchanged if `first` is no longer the first one. */
export const withOlder = <P extends Page>(
  known: LoadedPages<P>,
  first: string,
  page: Page,
): LoadedPages<P> =>
  known.messages[0]?.id === first
    ? { ...known, messages: [...page.messages, ...known.messages], more: page.more }
    : known
