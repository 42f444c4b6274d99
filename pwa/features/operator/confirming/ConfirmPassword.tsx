import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { CONFIRM_FIRST } from '#contract/operator/messages.ts'
import { operatorSession } from '#contract/operator/session/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { errors } from '#pwa/lib/api/last-error.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Dialog } from '#pwa/ui/overlay/Dialog.tsx'
import css from './ConfirmPassword.module.css'
import { PasswordAgain } from './PasswordAgain.tsx'

/** Asks for the password again after the timeout, above the page. Closing it leaves the admin. */
function ConfirmAgain({ open }: { open: boolean }) {
  const navigate = useNavigate()
  return (
    <Dialog open={open} title="もう一度確かめます" onClose={() => void navigate(paths.account)}>
      <PasswordAgain />
    </Dialog>
  )
}

/** True from the first `true` on. */
function useOnceOpen(isOpen: boolean): boolean {
  const [once, setOnce] = useState(isOpen)
  if (isOpen && !once) setOnce(true)
  return once || isOpen
}

const LOOK_MS = 60_000

/**
 * Admits operators who have entered their password recently. After the timeout the page stays, below the question.
 */
export function ConfirmPassword({ children }: { children: ReactNode }) {
  const user = useUser()
  return user?.role === 'operator' ? (
    <OperatorGate>{children}</OperatorGate>
  ) : (
    <Navigate to={paths.notFound} replace />
  )
}

function OperatorGate({ children }: { children: ReactNode }) {
  const state = useLoad(operatorSession.getConfirmation, {}, { refetchInterval: LOOK_MS })
  const { refetch } = state
  useEffect(
    () => errors.subscribe(() => errors.get().message === CONFIRM_FIRST && void refetch()),
    [refetch],
  )
  const isOpen = state.data ? state.data.confirmed_until !== null : false
  const wasOpen = useOnceOpen(isOpen)
  return (
    <Loaded of={state} heading="h1">
      {() =>
        wasOpen ? (
          <>
            {children}
            <ConfirmAgain open={!isOpen} />
          </>
        ) : (
          <Closed />
        )
      }
    </Loaded>
  )
}

const Closed = () => (
  <section className={css.closed}>
    <h1>運営デスク</h1>
    <PasswordAgain />
  </section>
)
