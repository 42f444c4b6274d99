import { useEffect, useRef } from 'react'
import { LoadMore } from '#pwa/ui/loading/LoadMore.tsx'
import type { Older } from './useOlder.ts'

/** How far above the window the first message may be when older ones are loaded. */
const AHEAD = '400px'

/** Loads older messages on scrolling near the top; the button is for faster readers, and for a retry. */
export function Earlier({ more, busy, error, load }: Older) {
  const edge = useRef<HTMLDivElement>(null)
  const waits = more && !busy && error === null
  useEffect(() => {
    if (!edge.current || !waits) return
    const near = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) void load()
      },
      { rootMargin: `${AHEAD} 0px 0px` },
    )
    near.observe(edge.current)
    return () => near.disconnect()
  }, [waits, load])
  return (
    <div ref={edge}>
      <LoadMore
        hasMore={more}
        busy={busy}
        error={error}
        label="以前のメッセージ"
        onMore={() => void load()}
      />
    </div>
  )
}
