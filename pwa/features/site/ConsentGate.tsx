import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CONSENT_FIELD, consents } from '#contract/consents/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { errors } from '#pwa/lib/api/last-error.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useStore } from '#pwa/lib/store.ts'
import { needsLogin } from './needs-login.ts'

const ConsentSheet = lazyComponent(async () => (await import('./ConsentSheet.tsx')).ConsentSheet)

/** Asks members for pending consents, on every page that requires them. */
export function ConsentGate() {
  return useSessionState().at === 'member' ? <MembersGate /> : null
}

function MembersGate() {
  const { pathname } = useLocation()
  const pending = useLoad(consents.listConsents, {})
  const needsConsent = useStore(errors).errors[CONSENT_FIELD] !== undefined
  const [at, setAt] = useState(pathname)
  const { refetch } = pending
  useEffect(() => {
    // Checked on each navigation, for users who never reload.
    if (at !== pathname || needsConsent) void refetch()
    setAt(pathname)
  }, [at, pathname, needsConsent, refetch])
  if (!pending.data?.length || !(needsConsent || needsLogin(pathname))) return null
  return (
    <Suspense>
      <ConsentSheet pending={pending.data} />
    </Suspense>
  )
}
