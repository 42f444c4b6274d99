import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { scrollToEnd } from '#pwa/lib/scroll.ts'
import { rowsFrom, stepFrom } from './talk.ts'

const NEAR_EDGE = 80

interface ScrollState {
  /** The first rendered row. */
  top: string
  /** The newest message when the reader left the end. */
  last: string
}
interface PlaceProps {
  box: RefObject<HTMLElement | null>
  messages: TalkMessage[]
  /** The ids of the pending own rows after the messages; changes with their height. */
  pending: string
  /** The number of own messages; each scrolls to the end. */
  posted: number
  /** The panel is visible: a hidden one has no heights to measure. */
  open: boolean
  /** The line that is pinned above the scroll area, which is lower with one. */
  pinned: string | undefined
  onScrolledUp: (isScrolledUp: boolean) => void
  /** Loads messages before the first one. Null if there are none, or while they load. */
  loadOlder: (() => Promise<unknown>) | null
}

/** Scrolls with the newest message; a reader who has scrolled up keeps their place when rows are added or removed. */
export function useTalkPlace(props: PlaceProps) {
  const { box, messages, pending, posted, open, pinned, onScrolledUp, loadOlder } = props
  const [scrolledUp, setScrolledUp] = useState<ScrollState | null>(null)
  const { rows, above, below } = rowsFrom(messages, scrolledUp?.top ?? null)

  const go = (to: ScrollState | null) => {
    setScrolledUp(to)
    onScrolledUp(to !== null)
  }
  const step = (pages: number) =>
    setScrolledUp((now) => now && { ...now, top: stepFrom(messages, now.top, pages) })
  async function reachBack() {
    if (above > 0) return step(-1)
    if (!loadOlder || !rows[0]) return
    const first = rows[0].id
    try {
      await loadOlder()
    } catch {
      return // The list shows the error; the reader's position is kept.
    }
    // The loaded messages are now first: render from the beginning.
    setScrolledUp((now) => now && { ...now, top: now.top === first ? '' : now.top })
  }
  function onScroll() {
    if (!box.current) return
    const { scrollTop, scrollHeight, clientHeight } = box.current
    noteAnchor()
    const atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_EDGE
    const [first, last] = [rows[0], messages.at(-1)]
    if (atEnd && below === 0) {
      if (scrolledUp) go(null)
    } else if (atEnd) step(1)
    else {
      if (!scrolledUp && first && last) go({ top: first.id, last: last.id })
      if (scrollTop < NEAR_EDGE) void reachBack()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each message of one's own, and at nothing else
  useLayoutEffect(() => {
    if (posted > 0) go(null)
  }, [posted])

  const edges = `${rows[0]?.id} ${rows.at(-1)?.id} ${rows.length} ${pending} ${open} ${pinned}`
  const noteAnchor = useAnchor(box, edges, scrolledUp !== null)

  return {
    rows,
    onScroll,
    isScrolledUp: scrolledUp !== null,
    /** The number of messages since the reader left the end. */
    fresh: scrolledUp ? messages.filter(({ id }) => id > scrolledUp.last).length : 0,
    reachBack,
    toEnd() {
      // Messages may arrive during a smooth scroll: the list follows the end from then on.
      if (below === 0 && box.current) scrollToEnd(box.current, () => go(null))
      else go(null)
    },
  }
}

/**
 * Keeps the end of the list in view; for a reader who has scrolled up, the row that was in view. `edges` identifies the
 * rows: the place is restored when it changes. Returns a function that stores which row is in view.
 */
function useAnchor(box: RefObject<HTMLElement | null>, edges: string, isScrolledUp: boolean) {
  const anchor = useRef<Anchor | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are other ones
  useLayoutEffect(() => {
    if (!box.current) return
    if (!isScrolledUp) box.current.scrollTop = box.current.scrollHeight
    else if (anchor.current) restore(box.current, anchor.current)
  }, [edges, isScrolledUp])
  // What opens below the list, as stamps or a keyboard, makes it lower.
  useEffect(() => {
    const area = box.current
    if (!area || isScrolledUp || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() => {
      area.scrollTop = area.scrollHeight
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [box, isScrolledUp])
  return () => {
    if (box.current) anchor.current = anchorIn(box.current)
  }
}

/** A row, and the distance of its top from that of the scroll area. */
interface Anchor {
  id: string
  offset: number
}

const topOf = (element: Element) => element.getBoundingClientRect().top

function anchorIn(box: HTMLElement): Anchor | null {
  const head = topOf(box)
  const rows = [...box.querySelectorAll<HTMLElement>('[data-talk]')]
  const row = rows.find((one) => one.getBoundingClientRect().bottom > head)
  return row
    ? { id: defined(row.dataset.talk, 'the id of a row'), offset: topOf(row) - head }
    : null
}

function restore(box: HTMLElement, { id, offset }: Anchor) {
  const row = box.querySelector(`[data-talk="${CSS.escape(id)}"]`)
  if (row) box.scrollTop += topOf(row) - topOf(box) - offset
}
