import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CONSENT_FIELD, consents } from '#contract/consents.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { errors } from '#pwa/lib/errors.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { useSessionState } from '#pwa/lib/session.tsx'
import { useStore } from '#pwa/lib/store.ts'
import { isBehind } from './behind.ts'

const ConsentSheet = lazyComponent(async () => (await import('./ConsentSheet.tsx')).ConsentSheet)

/** Asks members for what they have still to agree to, wherever the sheet may stand. */
export function ConsentGate() {
  return useSessionState().at === 'member' ? <MembersGate /> : null
}

function MembersGate() {
  const { pathname } = useLocation()
  const pending = useLoad(consents.listConsents, {})
  const refused = useStore(errors).errors[CONSENT_FIELD] !== undefined
  const [at, setAt] = useState(pathname)
  const { refetch } = pending
  useEffect(() => {
    // Also whoever never reloads a page learns of new terms at their next step.
    if (at !== pathname || refused) void refetch()
    setAt(pathname)
  }, [at, pathname, refused, refetch])
  if (!pending.data?.length || !(refused || isBehind(pathname))) return null
  return (
    <Suspense>
      <ConsentSheet pending={pending.data} />
    </Suspense>
  )
}
