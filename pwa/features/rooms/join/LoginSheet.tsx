import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

interface LoginSheetProps {
  open: boolean
  onClose: () => void
  /** What needs an account, for example 「ルームに参加する」. */
  what: string
  /** What the visitor came for, and what it costs. */
  children?: ReactNode
}

/** Asks a visitor to sign up or log in, and returns here afterwards. */
export function LoginSheet({ open, onClose, what, children }: LoginSheetProps) {
  const { pathname, search } = useLocation()
  const rememberPage = () => setRedirectAfterLogin(pathname + search)
  return (
    <Sheet open={open} title={what} onClose={onClose}>
      <div className="stack">
        {children}
        <p className="small">アカウントが必要です。登録やログインのあと、このページに戻ります。</p>
        <Button wide to={paths.signup} onClick={rememberPage}>
          はじめての方（新規登録）
        </Button>
        <Button wide variant="secondary" to={paths.login} onClick={rememberPage}>
          ログイン
        </Button>
        <Button wide variant="quiet" onClick={onClose}>
          キャンセル
        </Button>
      </div>
    </Sheet>
  )
}
