import type { ReactNode } from 'react'
import { Unreachable } from '#contract/http/caller.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { serverTimeOf } from '#pwa/lib/clock/server-time.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import css from './OfflineAlert.module.css'

interface Copied {
  data: unknown
  error: Error | null
  /** Milliseconds. */
  dataUpdatedAt: number
}

/** When a cached copy was fetched that is shown for lack of an answer, ISO 8601. Null: the data is fresh. */
export const savedAt = ({ data, error, dataUpdatedAt }: Copied): string | null =>
  data !== undefined && error instanceof Unreachable ? serverTimeOf(dataUpdatedAt) : null

const isSessionLost = (session: SessionState) =>
  session.at === 'offline' && session.reason === 'session-lost'

interface OfflineAlertProps {
  of: Copied
  /** What the user can do with the copy. */
  children?: ReactNode
}

/** The age of a cached copy; renders nothing for fresh data. */
export function OfflineAlert({ of, children }: OfflineAlertProps) {
  const now = useNow()
  const session = useSessionState()
  const at = savedAt(of)
  if (at === null) return null
  return (
    <div className={css.saved}>
      <Alert tone="offline" role="status">
        <b>{isSessionLost(session) ? '端末に保存したものです' : 'オフラインです'}</b>（
        {relative(at, now)}に保存）
        {children && (
          <>
            <br />
            {children}
          </>
        )}
      </Alert>
    </div>
  )
}
