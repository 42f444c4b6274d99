import { useEffect, useRef, useState } from 'react'

/** How far below the window the end may be to count as visible: a line or two. */
const NEAR = '160px'

/**
 * Scrolls to new messages while the end of the conversation is visible, and after each own message. A reader who has
 * scrolled up stays in place and is shown that there are new messages.
 */
export function useEnd(last: string | undefined, posted: number) {
  const end = useRef<HTMLDivElement>(null)
  const isThere = useRef(true)
  const [isScrolledUp, setScrolledUp] = useState(false)
  const toEnd = () => end.current?.scrollIntoView({ block: 'nearest' })

  useEffect(() => {
    if (!end.current) return
    const near = new IntersectionObserver(
      ([seen]) => {
        isThere.current = seen?.isIntersecting ?? false
        if (isThere.current) setScrolledUp(false)
      },
      { rootMargin: `0px 0px ${NEAR}` },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves it
  useEffect(() => {
    if (isThere.current) toEnd()
    else setScrolledUp(true)
  }, [last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever writes sees it stand there
  useEffect(() => {
    toEnd()
  }, [posted])
  return { end, isAway: isScrolledUp, toEnd }
}
