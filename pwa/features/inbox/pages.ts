import type { inbox, Message } from '#contract/inbox.ts'
import type { Returned } from '#contract/types.ts'

type Page = Pick<Returned<typeof inbox.getConversation>, 'messages' | 'more'>

/** What is loaded of a conversation, without a gap. */
export interface Known<P extends Page> {
  /** The newest page as it came last. */
  newest: P
  messages: Message[]
  /** There are older ones. */
  more: boolean
}

export const begin = <P extends Page>(newest: P): Known<P> => ({ newest, ...justOf(newest) })
const justOf = ({ messages, more }: Page) => ({ messages, more })

/** With a newer page. Where lines lie between what is known and that page, the page is all that is known. */
export function withNewest<P extends Page>(known: Known<P>, newest: P): Known<P> {
  const come = new Set(newest.messages.map(({ id }) => id))
  const others = known.messages.filter(({ id }) => !come.has(id))
  if (others.length === known.messages.length) return begin(newest)
  // What was sent from here may be newer than an answer that was on its way.
  const messages = [...others, ...newest.messages].toSorted(inOrder)
  const reachesBack = messages[0]?.id !== newest.messages[0]?.id
  return { newest, messages, more: reachesBack ? known.more : newest.more }
}

/** As the server has them. */
const inOrder = (a: Message, b: Message) =>
  a.created_at === b.created_at
    ? Number(a.id > b.id) - Number(a.id < b.id)
    : Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at)

/** With the page before the line `first`; as it was where that is the first line no more. */
export const withOlder = <P extends Page>(known: Known<P>, first: string, page: Page): Known<P> =>
  known.messages[0]?.id === first
    ? { ...known, messages: [...page.messages, ...known.messages], more: page.more }
    : known
