import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { status } from '#contract/status.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './StatusBand.module.css'
import { troubleWords } from './trouble-words.ts'
import { useFailing } from './useFailing.ts'

const LOOK_MS = 120_000
/** While something fails: it goes away soon after it is over. */
const LOOK_AGAIN_MS = 15_000

/** Above every page: what operators say to everybody, and what does not work just now. Goes away by itself. */
export function StatusBand() {
  const failing = useFailing()
  const isOffline = useSessionState().at === 'offline'
  const [bad, setBad] = useState(false)
  const { data } = useLoad(status.getStatus, {}, { refetchInterval: bad ? LOOK_AGAIN_MS : LOOK_MS })
  // Without a network the page says so itself.
  const trouble = isOffline ? null : troubleWords(data?.down ?? [], failing)
  useEffect(() => setBad(trouble !== null), [trouble])
  const place = useTopOfPage()
  const notice = data?.notice ?? null
  if (!place || (notice === null && trouble === null)) return null
  return createPortal(
    <aside className={css.band} aria-label="お知らせの帯">
      {notice !== null && (
        <p role="status">
          <Icon name="info" size="s" />
          <span>{notice}</span>
        </p>
      )}
      {trouble !== null && (
        <p role="status">
          <Icon name="alert" size="s" />
          <span>{trouble}</span>
        </p>
      )}
    </aside>,
    place,
  )
}

function useTopOfPage(): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const top = document.createElement('div')
    document.body.prepend(top)
    setPlace(top)
    return () => top.remove()
  }, [])
  return place
}
