import { useEffect, useRef, useState } from 'react'

/** How far below the window the end may lie for somebody to be called there: a line or two. */
const NEAR = '160px'

/**
 * Keeps the end of a conversation in sight while somebody is there, and after each thing they write. Who reads further
 * up stays where they are, and is told that something came.
 */
export function useEnd(last: string | undefined, posted: number) {
  const end = useRef<HTMLDivElement>(null)
  const isThere = useRef(true)
  const [isAway, setAway] = useState(false)
  const toEnd = () => end.current?.scrollIntoView({ block: 'nearest' })

  useEffect(() => {
    if (!end.current) return
    const near = new IntersectionObserver(
      ([seen]) => {
        isThere.current = seen?.isIntersecting ?? false
        if (isThere.current) setAway(false)
      },
      { rootMargin: `0px 0px ${NEAR}` },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves it
  useEffect(() => {
    if (isThere.current) toEnd()
    else setAway(true)
  }, [last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever writes sees it stand there
  useEffect(() => {
    toEnd()
  }, [posted])
  return { end, isAway, toEnd }
}
