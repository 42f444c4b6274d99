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
}

/** Asks a visitor to log in or sign up, and returns here afterwards. */
export function LoginSheet({ open, onClose, what }: LoginSheetProps) {
  const { pathname, search } = useLocation()
  const rememberPage = () => setRedirectAfterLogin(pathname + search)
  return (
    <Sheet open={open} title="ログインが必要です" onClose={onClose}>
      <div className="stack">
        <p className="small">{what}には、ログインまたは新規登録をしてください。</p>
        <Button wide to={paths.login} onClick={rememberPage}>
          ログイン
        </Button>
        <Button wide variant="secondary" to={paths.signup} onClick={rememberPage}>
          新規登録
        </Button>
        <Button wide variant="quiet" onClick={onClose}>
          キャンセル
        </Button>
      </div>
    </Sheet>
  )
}
