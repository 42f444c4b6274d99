import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { status } from '#contract/status/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { failureCount, isOurs } from './api-failures.ts'
import { incidentLabel } from './incident-label.ts'
import css from './StatusBand.module.css'

const LOOK_MS = 120_000
/** The poll interval while something fails, so that the band disappears soon after. */
const LOOK_AGAIN_MS = 15_000

/** For a member whose session is lost, or whose server gives unexpected answers (captive portal). */
const DOUBTS = {
  'session-lost': 'ログインし直してください。端末に保存したものは、そのまま見られます。',
  'unexpected-answer':
    'サーバーに確認できないため、端末に保存したものを表示しています。続くときはログインし直してください。',
}

/** The band above every page: site notice, current failures, and a lost session. Disappears by itself. */
export function StatusBand() {
  const apiDown = useApiDown()
  const session = useSessionState()
  const isOffline = session.at === 'offline'
  const doubt = isOffline && session.user ? (session.reason ?? null) : null
  const isAtLogin = useLocation().pathname === paths.login
  const [bad, setBad] = useState(false)
  const { data } = useLoad(status.getStatus, {}, { refetchInterval: bad ? LOOK_AGAIN_MS : LOOK_MS })
  // Offline, the page has its own message.
  const incident = isOffline ? null : incidentLabel(data?.down ?? [], apiDown)
  useEffect(() => setBad(incident !== null), [incident])
  const place = useTopOfPage()
  const notice = data?.notice ?? null
  if (!place || (notice === null && incident === null && doubt === null)) return null
  return createPortal(
    <aside className={css.band} aria-label="お知らせバナー">
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
      {incident !== null && (
        <p role="status">
          <Icon name="alert" size="s" />
          <span>{incident}</span>
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

/** Whether several calls in a row failed because of the service. */
function useApiDown(): boolean {
  const client = useQueryClient()
  const [apiDown, setApiDown] = useState(false)
  useEffect(() => {
    const { note } = failureCount()
    const onChange = (type: string, error: unknown) => {
      if (type === 'success') setApiDown(note('answered'))
      else if (type === 'error' && isOurs(error, navigator.onLine)) setApiDown(note('failed'))
    }
    const ends = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type !== 'updated') return
        const { action } = event
        onChange(action.type, 'error' in action ? action.error : undefined)
      }),
    )
    return () => ends.forEach((end) => void end())
  }, [client])
  return apiDown
}
