import { type ReactNode, Suspense } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { clearRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

// With the forms of login and sign-up: loaded for a press only.
const Entering = lazyWithProgress(async () => (await import('./Entering.tsx')).Entering)

interface LoginSheetProps {
  open: boolean
  onClose: () => void
  /** What needs an account, for example 「ルームに参加する」. */
  what: string
  /** The page to return to; by default the open one. */
  path?: string
  /** What the visitor came for, and what it costs. */
  children?: ReactNode
}

/** Lets a visitor sign up or log in, over the page. After the login the page shows what was asked for. */
export function LoginSheet({ open, onClose, what, path, children }: LoginSheetProps) {
  const close = () => {
    // The next login is for another purpose.
    clearRedirectAfterLogin()
    onClose()
  }
  return (
    <Sheet open={open} title={what} onClose={close}>
      <div className="stack">
        {children}
        <Suspense>
          <Entering path={path} />
        </Suspense>
      </div>
    </Sheet>
  )
}
