import { type ReactNode, Suspense, useState } from 'react'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { LoginSheet } from './LoginSheet.tsx'

// Few ever report anything.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

/** A way to report something: `sheet` stands anywhere on the page. Visitors are asked to log in first. */
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
