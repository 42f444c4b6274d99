import type { ReactNode } from 'react'
import { Unreachable } from '#contract/caller.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { type SessionState, useSessionState } from '#pwa/lib/session.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import css from './SavedNotice.module.css'

interface Copied {
  data: unknown
  error: Error | null
  /** Milliseconds. */
  dataUpdatedAt: number
}

/** When a copy was made that shows because nobody could be asked, ISO 8601; null for what is fresh. */
export const savedAt = ({ data, error, dataUpdatedAt }: Copied): string | null =>
  data !== undefined && error instanceof Unreachable ? new Date(dataUpdatedAt).toISOString() : null

const isSessionLost = (session: SessionState) =>
  session.at === 'offline' && session.reason === 'session-lost'

interface SavedNoticeProps {
  of: Copied
  /** What can be done with it all the same. */
  children?: ReactNode
}

/** How old the copy is, where one shows; nothing where it is fresh. */
export function SavedNotice({ of, children }: SavedNoticeProps) {
  const now = useNow()
  const session = useSessionState()
  const at = savedAt(of)
  if (at === null) return null
  return (
    <div className={css.saved}>
      <Notice tone="offline" role="status">
        <b>{isSessionLost(session) ? '端末に保存したものです' : 'オフラインです'}</b>（
        {relative(at, now)}に保存）
        {children && (
          <>
            <br />
            {children}
          </>
        )}
      </Notice>
    </div>
  )
}
