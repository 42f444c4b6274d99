import { type ReactNode, Suspense, useState } from 'react'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { LoginSheet } from './join/LoginSheet.tsx'

// Loaded on demand, as reports are rare.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

/** Opens the report sheet, which is rendered as `sheet`. Visitors are asked to log in first. */
export function useReporting(): { report: (what: Reportable) => void; sheet: ReactNode } {
  const [reported, report] = useState<Reportable | null>(null)
  const user = useUser()
  const close = () => report(null)
  const sheet = reported && (
    <Suspense>
      {user ? (
        <ReportSheet of={reported} onClose={close} />
      ) : (
        <LoginSheet open onClose={close} what="通報する" />
      )}
    </Suspense>
  )
  return { report, sheet }
}
