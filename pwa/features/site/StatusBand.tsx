import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { status } from '#contract/status.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './StatusBand.module.css'
import { troubleWords } from './trouble-words.ts'
import { useFailing } from './useFailing.ts'

const LOOK_MS = 120_000
/** While something fails: it goes away soon after it is over. */
const LOOK_AGAIN_MS = 15_000

/** To whom the device remembers, where something answers and they are not let in. */
const DOUBTS = {
  'session-lost': 'ログインし直してください。端末に保存したものは、そのまま見られます。',
  'unexpected-answer':
    'サーバーに確認できないため、端末に保存したものを表示しています。続くときはログインし直してください。',
}

/**
 * Above every page: what operators say to everybody, what does not work just now, and that one has to log in again. Goes
 * away by itself.
 */
export function StatusBand() {
  const failing = useFailing()
  const session = useSessionState()
  const isOffline = session.at === 'offline'
  const doubt = isOffline && session.user ? (session.reason ?? null) : null
  const isAtLogin = useLocation().pathname === paths.login
  const [bad, setBad] = useState(false)
  const { data } = useLoad(status.getStatus, {}, { refetchInterval: bad ? LOOK_AGAIN_MS : LOOK_MS })
  // Without a network the page says so itself.
  const trouble = isOffline ? null : troubleWords(data?.down ?? [], failing)
  useEffect(() => setBad(trouble !== null), [trouble])
  const place = useTopOfPage()
  const notice = data?.notice ?? null
  if (!place || (notice === null && trouble === null && doubt === null)) return null
  return createPortal(
    <aside className={css.band} aria-label="お知らせの帯">
      {doubt !== null && (
        <p role="status">
          <Icon name="alert" size="s" />
          <span>
            {DOUBTS[doubt]}
            {!isAtLogin && (
              <>
                {' '}
                <Link to={paths.login}>ログイン</Link>
              </>
            )}
          </span>
        </p>
      )}
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
