import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { TalkMessage } from '#contract/live.ts'
import { scrollToEnd } from '#pwa/lib/scroll.ts'
import { rowsFrom, stepFrom } from './talk.ts'

const NEAR_EDGE = 80

interface Away {
  /** The first row that stands in the document. */
  top: string
  /** The newest line when the reader left the end. */
  last: string
}
interface PlaceProps {
  box: RefObject<HTMLElement | null>
  messages: TalkMessage[]
  /** Which rows of one's own follow the messages, and how tall they are. */
  pending: string
  /** How often one wrote something: who does wants to see it stand there, wherever they had scrolled to. */
  posted: number
  /** The panel is on the screen: where it is not, nothing has a height. */
  open: boolean
  onAway: (isAway: boolean) => void
  /** Loads lines before the first. Null where there are none, or they are on their way. */
  loadOlder: (() => Promise<unknown>) | null
}

/** Follows the newest line; who has scrolled away from it keeps their place, whatever comes above or below. */
export function useTalkPlace(props: PlaceProps) {
  const { box, messages, pending, posted, open, onAway, loadOlder } = props
  const [away, setAway] = useState<Away | null>(null)
  const anchor = useRef<Anchor | null>(null)
  const { rows, above, below } = rowsFrom(messages, away?.top ?? null)

  const go = (to: Away | null) => {
    setAway(to)
    onAway(to !== null)
  }
  const step = (pages: number) =>
    setAway((now) => now && { ...now, top: stepFrom(messages, now.top, pages) })
  async function reachBack() {
    if (above > 0) return step(-1)
    if (!loadOlder || !rows[0]) return
    const first = rows[0].id
    try {
      await loadOlder()
    } catch {
      return // the list says so, and the reader stays where they are
    }
    // Whatever was loaded now stands above: the document begins with it.
    setAway((now) => now && { ...now, top: now.top === first ? '' : now.top })
  }
  function onScroll() {
    if (!box.current) return
    const { scrollTop, scrollHeight, clientHeight } = box.current
    anchor.current = anchorIn(box.current)
    const atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_EDGE
    const [first, last] = [rows[0], messages.at(-1)]
    if (atEnd && below === 0) {
      if (away) go(null)
    } else if (atEnd) step(1)
    else {
      if (!away && first && last) go({ top: first.id, last: last.id })
      if (scrollTop < NEAR_EDGE) void reachBack()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each message of one's own, and at nothing else
  useLayoutEffect(() => {
    if (posted > 0) go(null)
  }, [posted])

  const edges = `${rows[0]?.id} ${rows.at(-1)?.id} ${rows.length} ${pending} ${open}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are other ones
  useLayoutEffect(() => {
    if (!box.current) return
    if (!away) box.current.scrollTop = box.current.scrollHeight
    else if (anchor.current) restore(box.current, anchor.current)
  }, [edges, away === null])

  return {
    rows,
    onScroll,
    isAway: away !== null,
    /** Lines that came since the reader left the end. */
    fresh: away ? messages.filter(({ id }) => id > away.last).length : 0,
    reachBack,
    toEnd() {
      // Lines may come on the way: who asked for the end follows it from then on, wherever it is by then.
      if (below === 0 && box.current) scrollToEnd(box.current, () => go(null))
      else go(null)
    },
  }
}

/** A row, and how far its head stands below that of the box. */
interface Anchor {
  id: string
  offset: number
}

const topOf = (element: Element) => element.getBoundingClientRect().top

function anchorIn(box: HTMLElement): Anchor | null {
  const head = topOf(box)
  const rows = [...box.querySelectorAll<HTMLElement>('[data-talk]')]
  const row = rows.find((one) => one.getBoundingClientRect().bottom > head)
  return row ? { id: row.dataset.talk!, offset: topOf(row) - head } : null
}

function restore(box: HTMLElement, { id, offset }: Anchor) {
  const row = box.querySelector(`[data-talk="${CSS.escape(id)}"]`)
  if (row) box.scrollTop += topOf(row) - topOf(box) - offset
}
